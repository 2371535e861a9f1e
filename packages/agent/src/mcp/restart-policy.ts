// When a server that failed is tried again: soon and a few times by itself, then only when somebody needs it, and ever more
// rarely. Pure.

export interface RestartPolicy {
  /** The pause before each restart; as many restarts as there are pauses. */
  readonly delaysMs: readonly number[]
  /** After the last restart nobody tries for so long; doubled each time that a try fails, up to `maxCoolDownMs`. */
  readonly coolDownMs: number
  readonly maxCoolDownMs: number
}

export const RESTARTS: RestartPolicy = { delaysMs: [1000, 2000, 4000], coolDownMs: 30_000, maxCoolDownMs: 300_000 }

export type NextTry =
  | { readonly kind: "restart"; readonly number: number; readonly inMs: number }
  | { readonly kind: "cool-down"; readonly inMs: number }

/** `failures`: in a row, this one included. */
export function nextTry(failures: number, { delaysMs, coolDownMs, maxCoolDownMs }: RestartPolicy): NextTry {
  const delay = delaysMs[failures - 1]
  if (delay !== undefined) return { kind: "restart", number: failures, inMs: delay }
  const doublings = Math.max(0, failures - delaysMs.length - 1)
  return { kind: "cool-down", inMs: Math.min(maxCoolDownMs, coolDownMs * 2 ** doublings) }
}

/** What trying again cannot mend: as if all restarts had been in vain. */
export function hopeless(failures: number, { delaysMs }: RestartPolicy): number {
  return Math.max(failures, delaysMs.length + 1)
}
