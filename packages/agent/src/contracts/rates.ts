// The port to a rate limiter: it says when a request may be sent to a model, and learns from the replies.
import type { Reply } from "./answer.ts"
import type { StopSignal } from "./stop-signal.ts"

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

/** A limiter as performers ask it: the signal of a step is not the platform's. */
export interface StepRates extends Pick<RateLimiter, "settle" | "serves"> {
  admit(model: string, session: string, tokens: number, signal: StopSignal): number | Promise<number>
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

/**
 * What the processes of one store share of a model's limits, on however many machines they run. Each process keeps the line
 * of its own requests, and takes places for them here. Times are those of the store's clock.
 */
export interface SharedRates {
  /**
   * Takes as many places as the limits allow now, for requests in the order in which they wait. Processes that wait take
   * turns. An open place that its process does not keep up, because it was killed or stands still, becomes free.
   */
  take(asked: PlacesAsked): Promise<PlacesTaken>
  /** Closes a place. Others may see it a little later; the next `take` of this process sees it. */
  close(model: string, place: number, closed: PlaceClosed): void
  /** Tells the other processes what a reply taught. It may be lost. */
  teach(model: string, lesson: RateLesson): void
  /** Returns a function that stops it. */
  listen(listener: RatesListener): () => void
}

/** Requests of one process that wait for a model. */
export interface PlacesAsked {
  readonly model: string
  readonly limits: RateLimits
  /** How long a request counts: a minute. */
  readonly perMs: number
  /** The estimated tokens of each request. */
  readonly tokens: readonly number[]
  /** Requests that were told to come back later: their turns are kept. */
  readonly away: { readonly count: number; readonly tokens: number }
}

/** The places that were taken, for the first of the requests. */
export interface PlacesTaken {
  readonly places: readonly number[]
  /** When to ask again for the others. 0: when `listen` says so, or after a second. */
  readonly waitMs: number
}

/** What became of the request that had a place. */
export interface PlaceClosed {
  /** The provider refused the request or never got it, so no limit counts it. */
  readonly isGone: boolean
  /** As the provider reports them; undefined: as estimated. */
  readonly tokens: number | undefined
}

/** What a reply taught the process that got it. */
export interface RateLesson {
  /** A refusal: how long before it the request was sent, and when the provider wants to be asked again. */
  readonly refused?: { readonly sentAgoMs: number; readonly retryAfterMs?: number }
  readonly said?: RateNews
}

/** What a process hears from the others. */
export interface RatesListener {
  /** Places may have become free. */
  freed(): void
  /** Another process was taught this so long ago. */
  taught(model: string, lesson: RateLesson, agoMs: number): void
}
