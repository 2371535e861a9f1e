// How long and how much a model's answer may be. Each limit ends the request with a failure that names it.

export interface Limits {
  /** Until the connection stands. */
  readonly connectMs: number
  /** From there until the answer begins: its first word, not a comment or a ping. */
  readonly firstByteMs: number
  /** Between two pieces of the answer that bring it on. */
  readonly silenceMs: number
  /** An answer that never ends is ended here. */
  readonly answerBytes: number
}

export const defaultLimits: Limits = {
  connectMs: 10_000,
  firstByteMs: 120_000,
  silenceMs: 60_000,
  answerBytes: 64 * 1024 * 1024,
}
