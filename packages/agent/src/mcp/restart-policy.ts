// When a server that failed is tried again: soon and a few times automatically, then only when it is called, at growing
// intervals. Pure.

/** When a server that failed is tried again. */
export interface RestartPolicy {
  /** The pause before each restart. There are as many restarts as pauses. */
  readonly delaysMs: readonly number[]
  /** How long the server is not tried after the last restart. Doubles with each failed try, up to `maxCoolDownMs`. */
  readonly coolDownMs: number
  /** The longest time between two tries. */
  readonly maxCoolDownMs: number
}

export const RESTARTS: RestartPolicy = { delaysMs: [1000, 2000, 4000], coolDownMs: 30_000, maxCoolDownMs: 300_000 }

export type NextTry =
  | { readonly kind: "restart"; readonly number: number; readonly inMs: number }
  | { readonly kind: "cool-down"; readonly inMs: number }

/** `failures`: in a row, including this one. */
export function nextTry(failures: number, { delaysMs, coolDownMs, maxCoolDownMs }: RestartPolicy): NextTry {
  const delay = delaysMs[failures - 1]
  if (delay !== undefined) return { kind: "restart", number: failures, inMs: delay }
  const doublings = Math.max(0, failures - delaysMs.length - 1)
  return { kind: "cool-down", inMs: Math.min(maxCoolDownMs, coolDownMs * 2 ** doublings) }
}

/** For errors that a restart cannot fix: counts as if all restarts had failed. */
export function hopeless(failures: number, { delaysMs }: RestartPolicy): number {
  return Math.max(failures, delaysMs.length + 1)
}
