// The feeds of all sessions that have viewers. One viewer alone needs none: the second one starts it.
import type { Session } from "@pawl/agent"
import { Feed } from "./feed.ts"

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

  join(session: Session, seq: number): Feed {
    const known = this.#feeds.get(session.id)
    const feed = known === undefined || known.isOver ? new Feed() : known
    this.#feeds.set(session.id, feed)
    this.#viewers++
    feed.viewers++
    if (feed.viewers > 1) feed.start(session, seq)
    return feed
  }

  leave(session: Session, feed: Feed): void {
    this.#viewers--
    feed.viewers--
    if (feed.viewers > 0) return
    feed.stop()
    if (this.#feeds.get(session.id) === feed) this.#feeds.delete(session.id)
  }
}
