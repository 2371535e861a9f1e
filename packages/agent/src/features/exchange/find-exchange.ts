// Finds an attempt in a log: most name their turn, so that only that turn is read.
import type { Fact } from "../../contracts/fact.ts"
import type { Log } from "../../contracts/store.ts"
import type { Asked } from "../../replay/recorded-requests.ts"
import { firstStart, readerOf } from "../../session/turn-start.ts"

type Reply = Extract<Fact, { type: "model-answered" | "model-failed" }>

export interface Found {
  readonly asked: Asked
  readonly reply?: Reply
}

const WINDOW = 200

export async function findExchange(log: Log, session: string, attempt: string): Promise<Found | undefined> {
  const [, turn] = /^(\d{1,9})\./.exec(attempt) ?? []
  const found = turn === undefined ? undefined : await inTurn(log, session, attempt, Number(turn))
  return found ?? anywhere(log, session, attempt)
}

async function inTurn(log: Log, session: string, attempt: string, turn: number): Promise<Found | undefined> {
  const read = readerOf(log, session)
  const head = await log.head(session)
  const start = await firstStart(read, turn, head)
  const search = new Search(attempt)
  for (let from = start?.turn === turn ? start.seq : head; from < head && !search.isOver; from += WINDOW)
    search.see(await read({ from, to: Math.min(head, from + WINDOW) }))
  return search.found
}

/** Attempts at summaries are named after how often the history was condensed, and those of tools after their calls. */
async function anywhere(log: Log, session: string, attempt: string): Promise<Found | undefined> {
  const search = new Search(attempt)
  search.see(await log.read(session, 0, undefined, ["model-asked", "model-answered", "model-failed"]))
  return search.found
}

/** A request that a crash left open is made again under the same attempt: the last one counts. */
class Search {
  readonly #attempt: string
  found: Found | undefined
  /** The turn is over: no more of it follows. */
  isOver = false

  constructor(attempt: string) {
    this.#attempt = attempt
  }

  see(facts: readonly Fact[]): void {
    for (const fact of facts) {
      if (fact.type === "turn-started") this.isOver = true
      if (this.isOver) return
      if (!("attempt" in fact) || fact.attempt !== this.#attempt) continue
      if (fact.type === "model-asked") this.found = { asked: fact }
      else if (fact.type === "model-answered" || fact.type === "model-failed")
        this.found = this.found && { ...this.found, reply: fact }
    }
  }
}
