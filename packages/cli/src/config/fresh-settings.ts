// Settings of a long-running process: reads the files again and reports what changed in them.
import type { Flags } from "../line/parse.ts"
import { loadSettings, type Settings } from "./settings.ts"

export type Change =
  | { readonly kind: "changed"; readonly settings: Settings; readonly keys: readonly string[] }
  /** The files cannot be used now: the old settings stay. Reported once for each reason. */
  | { readonly kind: "broken"; readonly error: unknown }

/** The returned function gives what changed since its last call, or since `first` was read; undefined if nothing did. */
export function freshSettings(flags: Flags, first: Settings): () => Promise<Change | undefined> {
  let last = first
  let lastReported = ""
  return async () => {
    try {
      const settings = await loadSettings(flags)
      lastReported = ""
      const keys = changedKeys(last, settings)
      if (keys.length === 0) return undefined
      last = settings
      return { kind: "changed", settings, keys }
    } catch (error) {
      const words = String(error)
      if (words === lastReported) return undefined
      lastReported = words
      return { kind: "broken", error }
    }
  }
}

/** Settings that the user changed in this process since `from` was read stay as they are. */
export function keepingOwn(current: Settings, from: Settings, fresh: Settings): Settings {
  const own = changedKeys(from, current)
  return { ...fresh, ...Object.fromEntries(Object.entries(current).filter(([key]) => own.includes(key))) }
}

/** Compares values only, not where they come from. */
function changedKeys(before: Settings, after: Settings): readonly string[] {
  const values = (settings: Settings) => Object.entries(settings).filter(([key]) => key !== "origins")
  const known = new Map(values(before).map(([key, value]) => [key, JSON.stringify(value)]))
  return values(after).flatMap(([key, value]) => (known.get(key) === JSON.stringify(value) ? [] : [key]))
}
