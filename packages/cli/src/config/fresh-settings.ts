// Settings of a process that lives on: the files are looked at again, and what changed in them is told.
import type { Flags } from "../line/parse.ts"
import { loadSettings, type Settings } from "./settings.ts"

export type Change =
  | { readonly kind: "changed"; readonly settings: Settings; readonly keys: readonly string[] }
  /** The files cannot be read as they are: what was set counts on. Told once for each reason. */
  | { readonly kind: "broken"; readonly error: unknown }

/** Answers with what changed since it was asked last, or since `first` was read; with nothing when nothing did. */
export function freshSettings(flags: Flags, first: Settings): () => Promise<Change | undefined> {
  let last = first
  let told = ""
  return async () => {
    try {
      const settings = await loadSettings(flags)
      told = ""
      const keys = changedKeys(last, settings)
      if (keys.length === 0) return undefined
      last = settings
      return { kind: "changed", settings, keys }
    } catch (error) {
      const words = String(error)
      if (words === told) return undefined
      told = words
      return { kind: "broken", error }
    }
  }
}

/** What was changed by hand since `from` was read stays as it is. */
export function keepingOwn(current: Settings, from: Settings, fresh: Settings): Settings {
  const own = changedKeys(from, current)
  return { ...fresh, ...Object.fromEntries(Object.entries(current).filter(([key]) => own.includes(key))) }
}

/** Where a value comes from is no difference: only what it is. */
function changedKeys(before: Settings, after: Settings): readonly string[] {
  const values = (settings: Settings) => Object.entries(settings).filter(([key]) => key !== "origins")
  const known = new Map(values(before).map(([key, value]) => [key, JSON.stringify(value)]))
  return values(after).flatMap(([key, value]) => (known.get(key) === JSON.stringify(value) ? [] : [key]))
}
