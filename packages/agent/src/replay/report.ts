// What a replay says: the log is exactly what the rules would do today, or where the two first part.

/** What a replay comes to. */
export type ReplayReport = ExactReplay | Divergence

/** The rules would do today what the log says. */
export interface ExactReplay {
  readonly exact: true
  /** How many facts were replayed. */
  readonly facts: number
  /** How many steps the rules asked for, each of them as the log has it. */
  readonly steps: number
}

/**
 * `rules-changed`: the rules decide otherwise than the log says. `fact-changed`: what follows from earlier facts, whatever
 * the rules are, is something else in the log. `log-invalid`: no session could have written this.
 */
export type DivergenceKind = "rules-changed" | "fact-changed" | "log-invalid"

/** Where the rules and the log first part. */
export interface Divergence {
  readonly exact: false
  /** The number of the first fact that does not fit. */
  readonly at: number
  /** In what they part. */
  readonly kind: DivergenceKind
  /** What the rules would do. */
  readonly expected: string
  /** What the log says. */
  readonly found: string
}

/** What is wrong with one fact; undefined when nothing is. */
export type Wrong = Omit<Divergence, "exact" | "at"> | undefined

export function differs(kind: DivergenceKind, expected: string, found: string): NonNullable<Wrong> {
  return { kind, expected, found }
}
