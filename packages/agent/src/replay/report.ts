// The result of a replay: the log is exactly what the rules would do today, or the first place where they differ.

/** The result of a replay. */
export type ReplayReport = ExactReplay | Divergence

/** The rules would do today what the log records. */
export interface ExactReplay {
  readonly exact: true
  /** How many facts were replayed. */
  readonly facts: number
  /** How many steps the rules asked for, each as recorded in the log. */
  readonly steps: number
}

/**
 * `rules-changed`: the rules decide differently from the log. `fact-changed`: the log contradicts what follows from earlier
 * facts under any rules. `log-invalid`: no session could have written this.
 */
export type DivergenceKind = "rules-changed" | "fact-changed" | "log-invalid"

/** Where the rules and the log first differ. */
export interface Divergence {
  readonly exact: false
  /** The number of the first fact that does not fit. */
  readonly at: number
  /** How they differ. */
  readonly kind: DivergenceKind
  /** What the rules would do. */
  readonly expected: string
  /** What the log contains. */
  readonly found: string
}

/** What is wrong with one fact; undefined if nothing is. */
export type Wrong = Omit<Divergence, "exact" | "at"> | undefined

export function differs(kind: DivergenceKind, expected: string, found: string): NonNullable<Wrong> {
  return { kind, expected, found }
}
