import training


def main():
    model = training.network()
    trainer = training.Trainer(model)
    trainer.fit(3)
    training.freeze(model)
    trainer.fit(3)


if __name__ == "__main__":
    main()
