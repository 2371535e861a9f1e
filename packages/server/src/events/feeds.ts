// The feeds of all sessions that have viewers.
import type { Session } from "@pawl/agent"
import { Feed } from "./feed.ts"

/** A viewer that is so many facts behind reads the log by itself first: the feed is for those who follow. */
const NEAR = 100

export interface Place {
  readonly session: Session
  /** The number of the session's last fact. */
  readonly seq: number
  /** The position of the viewer. */
  readonly after: string
}

export class Feeds {
  readonly #feeds = new Map<string, Feed>()
  #viewers = 0

  /** How many streams are open. */
  get viewers(): number {
    return this.#viewers
  }

  /** How many sessions are followed. */
  get sessions(): number {
    return this.#feeds.size
  }

  join(place: Place): Feed {
    const { id } = place.session
    const known = this.#feeds.get(id)
    const feed = known === undefined || known.isOver ? begun(place) : known
    this.#feeds.set(id, feed)
    this.#viewers++
    feed.viewers++
    return feed
  }

  leave({ id }: Session, feed: Feed): void {
    this.#viewers--
    feed.viewers--
    if (feed.viewers > 0) return
    feed.stop()
    if (this.#feeds.get(id) === feed) this.#feeds.delete(id)
  }
}

function begun({ session, seq, after }: Place): Feed {
  return new Feed(session, seq - Number.parseInt(after, 10) <= NEAR ? after : String(seq))
}
