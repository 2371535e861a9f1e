// One viewer's way through a session: the log from a position on, then the feed that it shares with the other viewers.
import { setImmediate } from "node:timers/promises"
import type { Event, Session } from "@pawl/agent"
import type { Feed } from "./feed.ts"
import type { Feeds } from "./feeds.ts"
import { Frame } from "./frame.ts"

export interface Viewing {
  readonly session: Session
  /** The number of the session's last fact. */
  readonly seq: number
  /** The position after which it begins. */
  readonly after: string
  readonly feeds: Feeds
  readonly signal: AbortSignal
}

/** Lists of frames, as they become known. Ends when the signal is aborted; throws when the session is removed. */
export async function* follow(viewing: Viewing): AsyncGenerator<readonly Frame[], void, void> {
  const { session, after, feeds, signal } = viewing
  const feed = feeds.join(viewing)
  const wake = () => feed.wake()
  signal.addEventListener("abort", wake)
  try {
    let position = after
    while (!signal.aborted) {
      let place = feed.placeAfter(position)
      if (place === undefined) {
        for await (const frames of untilJoined({ ...viewing, after: position }, feed)) {
          yield frames
          position = frames.at(-1)?.position ?? position
        }
        if (feed.placeAfter(position) === undefined) return
        continue
      }
      for (;;) {
        const frames = await feed.from(place, signal)
        if (frames === undefined) break
        if (frames.length === 0) return
        yield frames
        place += frames.length
        position = frames.at(-1)?.position ?? position
      }
    }
  } finally {
    signal.removeEventListener("abort", wake)
    feeds.leave(session, feed)
  }
}

/** The viewer's own reading of the log. Ends where the feed can go on. */
async function* untilJoined({ session, after, signal }: Viewing, feed: Feed): AsyncGenerator<readonly Frame[]> {
  const own = new AbortController()
  const stop = () => own.abort()
  signal.addEventListener("abort", stop)
  if (signal.aborted) stop()
  try {
    for await (const frames of inLists(session.events({ after, signal: own.signal }))) {
      const met = frames.findIndex(({ position, isPassing }) => !isPassing && feed.placeAfter(position) !== undefined)
      yield met < 0 ? frames : frames.slice(0, met + 1)
      if (met >= 0) return
    }
  } finally {
    stop()
    signal.removeEventListener("abort", stop)
  }
}

const MOST_CHARS = 32 * 1024

/** Events that are at hand together go out together, up to a size. */
async function* inLists(events: AsyncGenerator<Event>): AsyncGenerator<readonly Frame[]> {
  let next = events.next()
  for (;;) {
    const first = await next
    if (first.done === true) return
    const frames = [new Frame(first.value)]
    let chars = 0
    next = events.next()
    const tick = setImmediate(undefined)
    while (chars < MOST_CHARS) {
      const more = await Promise.race([next, tick])
      if (more === undefined || more.done === true) break
      const frame = new Frame(more.value)
      frames.push(frame)
      chars += frame.json.length
      next = events.next()
    }
    yield frames
  }
}
