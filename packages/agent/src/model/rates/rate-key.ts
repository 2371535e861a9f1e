// Names the limits that a model's requests count for: those of its provider, address, key and model.
import { createHash } from "node:crypto"
import type { Model } from "../../contracts/model.ts"

/** Key and address are not readable in it. */
export function rateKeyFrom(spec: string, address: string, key = ""): string {
  const account = createHash("sha256").update(`${address}\n${key}`).digest("hex").slice(0, 12)
  return `${spec}@${account}`
}

const own = new WeakMap<Model, string>()
const used = new Map<string, number>()

/** A model that does not say its key has its own limits: another one of the same name gets another key. */
export function rateKeyOf(model: Model): string {
  if (model.rateKey !== undefined) return model.rateKey
  const known = own.get(model)
  if (known !== undefined) return known
  const times = (used.get(model.name) ?? 0) + 1
  used.set(model.name, times)
  const key = times === 1 ? model.name : `${model.name}#${times}`
  own.set(model, key)
  return key
}
