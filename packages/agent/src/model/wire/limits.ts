// Time and size limits for a model's answer. Each limit ends the request with a failure that names it.

/** Time and size limits of an answer. */
export interface Limits {
  /** Time to establish the connection. */
  readonly connectMs: number
  /** Time from there to the first content of the answer; comments and pings do not count. */
  readonly firstByteMs: number
  /** Time between two pieces of the answer that add content. */
  readonly silenceMs: number
  /** Size at which an endless answer is cut off. */
  readonly answerBytes: number
}

export const defaultLimits: Limits = {
  connectMs: 10_000,
  firstByteMs: 120_000,
  silenceMs: 60_000,
  answerBytes: 64 * 1024 * 1024,
}
