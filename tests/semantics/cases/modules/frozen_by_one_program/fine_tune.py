import training


def main():
    model = training.network()
    model.build((None, 3))
    training.freeze(model)
    trainer = training.Trainer(model)
    trainer.fit(3)


if __name__ == "__main__":
    main()
