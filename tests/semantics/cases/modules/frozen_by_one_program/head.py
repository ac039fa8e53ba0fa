import training

model = training.network()
model.build((None, 3))
training.freeze(model)
training.Trainer(model).fit(2)
