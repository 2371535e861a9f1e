// The text of answers in flight. The process that writes one sends what was added to it; others put the pieces together.
import type { Live, LiveText } from "@pawl/agent/types"
import type { LivePiece } from "./messages.ts"

/** What carries pieces to other processes. */
export interface Carrier {
  /** Calls `take` soon. */
  soon(): void
  /** Makes sure that messages of others arrive. */
  listen(): void
}

/** A process keeps the text of others only while it is read. */
const FORGET_MS = 60_000
const MOST_REMOTE = 10_000

export class LiveTexts implements Live {
  readonly #own = new Map<string, Own>()
  readonly #remote = new Map<string, Remote>()
  readonly #unsent = new Set<string>()
  readonly #cleared = new Set<string>()
  readonly #wanted = new Set<string>()
  #carrier: Carrier = { soon: () => {}, listen: () => {} }

  carriedBy(carrier: Carrier): void {
    this.#carrier = carrier
  }

  write(session: string, text: LiveText | undefined): void {
    if (text === undefined) {
      if (this.#own.has(session)) this.forget(session)
      return
    }
    this.#own.set(session, { ...text, sent: this.#own.get(session)?.sent })
    this.#unsent.add(session)
    this.#carrier.soon()
    // Someone may ask for the beginning.
    this.#carrier.listen()
  }

  async read(session: string): Promise<LiveText | undefined> {
    const own = this.#own.get(session)
    if (own !== undefined) return { attempt: own.attempt, text: own.text }
    this.#carrier.listen()
    const known = this.#remote.get(session)
    if (known === undefined) this.#want(session)
    this.#remote.delete(session)
    this.#remote.set(session, { text: known?.text, readAt: performance.now() })
    for (const oldest of this.#remote.keys()) {
      if (this.#remote.size <= MOST_REMOTE) break
      this.#remote.delete(oldest)
    }
    return known?.text
  }

  /** The answer has ended, or its runner lost the lease. */
  forget(session: string): void {
    this.#own.delete(session)
    this.#unsent.delete(session)
    const known = this.#remote.get(session)
    if (known !== undefined) this.#remote.set(session, { ...known, text: undefined })
    this.#cleared.add(session)
    this.#carrier.soon()
  }

  /** What others do not know yet. */
  take(): { readonly pieces: readonly LivePiece[]; readonly wanted: readonly string[] } {
    const ended = [...this.#cleared].map((session): LivePiece => [session, null, 0, ""])
    const pieces = [...this.#unsent].flatMap((session) => this.#pieceOf(session))
    const wanted = [...this.#wanted]
    for (const each of [this.#cleared, this.#unsent, this.#wanted]) each.clear()
    return { pieces: [...ended, ...pieces], wanted }
  }

  receive(pieces: readonly LivePiece[], wanted: readonly string[]): void {
    for (const piece of pieces) this.#add(piece)
    for (const session of wanted) {
      const own = this.#own.get(session)
      if (own === undefined) continue
      own.sent = undefined
      this.#unsent.add(session)
      this.#carrier.soon()
    }
  }

  /** Pieces may have been lost: begin again with those that are read. */
  lostSome(): void {
    this.#remote.clear()
  }

  #pieceOf(session: string): readonly LivePiece[] {
    const own = this.#own.get(session)
    if (own === undefined) return []
    const { attempt, text, sent } = own
    own.sent = { attempt, text }
    const goesOn = sent !== undefined && sent.attempt === attempt && text.startsWith(sent.text)
    const from = goesOn ? sent.text.length : 0
    return goesOn && from === text.length ? [] : [[session, attempt, from, text.slice(from)]]
  }

  #add([session, attempt, offset, added]: LivePiece): void {
    const known = this.#remote.get(session)
    if (known === undefined || this.#own.has(session)) return
    if (performance.now() - known.readAt > FORGET_MS) {
      this.#remote.delete(session)
      return
    }
    const text = attempt === null ? undefined : joined(known.text, { attempt, offset, added })
    if (text === undefined && attempt !== null) this.#want(session)
    else this.#remote.set(session, { ...known, text })
  }

  #want(session: string): void {
    this.#wanted.add(session)
    this.#carrier.soon()
  }
}

interface Own extends LiveText {
  /** What others have been told. */
  sent: LiveText | undefined
}

interface Remote {
  readonly text: LiveText | undefined
  readonly readAt: number
}

interface Piece {
  readonly attempt: string
  readonly offset: number
  readonly added: string
}

/** Undefined when something before the piece is missing. */
function joined(known: LiveText | undefined, { attempt, offset, added }: Piece): LiveText | undefined {
  if (offset === 0) return { attempt, text: added }
  if (known?.attempt !== attempt || known.text.length < offset) return undefined
  return { attempt, text: known.text.slice(0, offset) + added }
}
