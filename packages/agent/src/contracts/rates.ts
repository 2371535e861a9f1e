// The port to a rate limiter: it says when a request may be sent to a model, and learns from the replies.
import type { Reply } from "./answer.ts"

/** What a model's provider allows, as far as you know it. */
export interface RateLimits {
  /** The most requests in any minute. */
  readonly requestsPerMinute?: number
  /** The most tokens in any minute, of requests and answers together. */
  readonly tokensPerMinute?: number
  /** The most requests that are open at the same time. */
  readonly concurrency?: number
}

/**
 * Limits by the name of a model, or by its beginning with `*`: `{ "openai:*": { requestsPerMinute: 500 } }`. They hold
 * for each of these models by itself. The longest name that fits counts.
 */
export type RateTable = Readonly<Record<string, RateLimits>>

/**
 * Decides when requests are sent. The one that comes with Pawl knows the requests of its process; one of your own may
 * share them between processes. A request whose limiter throws or rejects is sent, and `onError` is told.
 */
export interface RateLimiter {
  /**
   * Called before a request is sent. 0: it is sent now, and counts. More: it is not sent; Pawl asks again after that
   * many milliseconds, and meanwhile the wait is durable and the session may be parked. A promise, for waits of up to a
   * second or of unknown length: Pawl waits for it. `Infinity`: the signal aborted while it waited.
   */
  admit(model: string, session: string, tokens: number, signal: AbortSignal): number | Promise<number>
  /** Called once for each request that was admitted. Undefined: it was not sent after all. */
  settle(model: string, session: string, reply: Reply | undefined): void
  /**
   * Whether the model answers other requests while it refuses this session's: then the refusal is not counted as an
   * attempt, because it says nothing about the request.
   */
  serves(model: string, session: string): boolean
}

/** What a provider says about its limits, beside a reply. */
export interface RateNews {
  /** Requests. */
  readonly requests?: RateLeft
  /** Tokens. */
  readonly tokens?: RateLeft
}

/** What is left of one limit. */
export interface RateLeft {
  /** The whole limit, if the provider says it. */
  readonly limit?: number
  /** How much of it is left. */
  readonly remaining: number
  /** In how many milliseconds all of it is there again. */
  readonly resetMs: number
}
