import training


def main():
    trainer = training.Trainer(training.network())
    trainer.fit(3)


if __name__ == "__main__":
    main()
