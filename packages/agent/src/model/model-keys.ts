// The keys of models that a program made with `modelFrom`: an agent that is given such a model keeps its key out of the log.
const keys = new WeakMap<object, string>()

/** Remembers the key for as long as the model exists. */
export function rememberKey<Made extends object>(model: Made, key: string | undefined): Made {
  if (key !== undefined) keys.set(model, key)
  return model
}

/** The key that the model sends its requests with, if `modelFrom` made it. */
export function keyWith(model: object): string | undefined {
  return keys.get(model)
}
