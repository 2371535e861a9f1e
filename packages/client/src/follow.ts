// Events over as many connections as it takes: none twice, none lost.
import { isFinal } from "./error.ts"
import { Outage } from "./outage.ts"
import { Pause } from "./pause.ts"
import { Seen } from "./seen.ts"
import type { Stream } from "./source.ts"
import type { Transport } from "./transport.ts"
import type { Event, SessionListEvent } from "./wire.ts"

export interface Following {
  readonly session: string
  /** The position after which it begins. */
  readonly after: string | number
  /** Ends the stream. */
  readonly signal?: AbortSignal | undefined
}

/** Which sessions are watched, and until when. */
export interface WatchOptions {
  /** Whose sessions: for admins; "*" for all. */
  readonly owner?: string
  /** Ends the stream. */
  readonly signal?: AbortSignal
}

/** The events of a session from a position on. */
export function follow(transport: Transport, { session, after, signal }: Following): AsyncGenerator<Event, void, void> {
  const seen = new Seen(after)
  return connected(transport, {
    stream: () => ({ session, after: seen.position }),
    begin: () => seen.again(),
    take: (event) => seen.take(event as Event),
    signal,
  })
}

/** The rows of all sessions. Each connection begins with a snapshot, so that nothing is missed in between. */
export function watch(
  transport: Transport,
  { owner, signal }: WatchOptions = {},
): AsyncGenerator<SessionListEvent, void, void> {
  return connected(transport, {
    stream: () => ({ all: true, owner }),
    begin: () => {},
    take: (event) => event as SessionListEvent,
    signal,
  })
}

interface Wanted<T> {
  /** What the next connection is asked for. */
  stream(): Stream
  /** A new connection begins. */
  begin(): void
  /** What is new of an event; undefined for nothing. */
  take(event: unknown): T | undefined
  readonly signal: AbortSignal | undefined
}

/** Ends when the signal is aborted or the client is closed; throws when the server says that there is nothing to follow. */
async function* connected<T>(transport: Transport, wanted: Wanted<T>): AsyncGenerator<T, void, void> {
  const signal = wanted.signal === undefined ? transport.closed : AbortSignal.any([wanted.signal, transport.closed])
  const pause = new Pause(transport.options.pauses)
  const outage = new Outage(transport.options, transport.loss)
  while (!signal.aborted) {
    try {
      const events = await transport.source.open(wanted.stream(), signal)
      outage.over()
      wanted.begin()
      for await (const event of events) {
        pause.reset()
        const taken = wanted.take(event)
        if (taken !== undefined) yield taken
        if (signal.aborted) return
      }
    } catch (error) {
      if (signal.aborted) return
      if (isFinal(error)) throw error
      outage.goesOn(error)
    }
    await pause.next(signal)
  }
}
