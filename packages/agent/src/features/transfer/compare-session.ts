// Compares a session in two stores fact by fact and blob by blob: a page of facts and a piece of a blob are in memory at once.
import type { QueuedCommand } from "../../contracts/command.ts"
import type { Fact } from "../../contracts/fact.ts"
import { blobHashesIn, blobHashesOf } from "./hashes.ts"
import type { Sides } from "./same-session.ts"

/** What is compared of a session. */
export interface Extent {
  readonly id: string
  /** Facts up to this one were compared before. */
  readonly after: number
  readonly until: number
  /** Commands whose blobs both sides must have. */
  readonly waiting: readonly QueuedCommand[]
}

export interface Compared {
  /** The first thing that is not the same, in words. */
  readonly differs?: string
  /** Hashes of blobs that the source itself has not any more. */
  readonly lost: readonly string[]
}

export async function compareSession(sides: Sides, { id, after, until, waiting }: Extent): Promise<Compared> {
  const blobs = new BlobComparison(sides)
  for (let seq = after; seq < until; seq += PAGE) {
    const limit = Math.min(PAGE, until - seq)
    const [mine = [], theirs = []] = await Promise.all(
      [sides.from, sides.to].map(({ log }) => log.read(id, seq, limit)),
    )
    const differs = otherFact({ mine, theirs, seq, limit }) ?? (await blobs.other(mine.flatMap(blobHashesIn)))
    if (differs !== undefined) return { differs, lost: blobs.lost }
  }
  const differs = await blobs.other(waiting.flatMap(({ command }) => blobHashesOf(command)))
  return { lost: blobs.lost, ...(differs !== undefined && { differs }) }
}

const PAGE = 500

interface Pages {
  readonly mine: readonly Fact[]
  readonly theirs: readonly Fact[]
  readonly seq: number
  readonly limit: number
}

function otherFact({ mine, theirs, seq, limit }: Pages): string | undefined {
  for (let index = 0; index < limit; index++) {
    const [fact, other, number] = [mine[index], theirs[index], seq + index + 1]
    if (fact?.seq !== number) return `fact ${number} is missing in the source`
    if (other?.seq !== number) return `fact ${number} is missing in the target`
    if (JSON.stringify(fact) !== JSON.stringify(other)) return `fact ${number} is another one in the target`
  }
  return undefined
}

/** Each blob once, however often facts refer to it. */
class BlobComparison {
  readonly lost: string[] = []
  readonly #sides: Sides
  readonly #compared = new Set<string>()

  constructor(sides: Sides) {
    this.#sides = sides
  }

  /** The first of them that the target has not, or has otherwise. */
  async other(hashes: readonly string[]): Promise<string | undefined> {
    for (const hash of hashes) {
      if (this.#compared.has(hash)) continue
      this.#compared.add(hash)
      const found = await compareBlob(this.#sides, hash)
      if (found === "missing") return `the blob ${hash} is missing in the target`
      if (found === "other") return `the blob ${hash} is another one in the target`
      if (found === "lost") this.lost.push(hash)
    }
    return undefined
  }
}

/** In memory at once. */
const PIECE_BYTES = 4 * 1024 * 1024

/** `lost`: by the source, so there is nothing to compare with. */
async function compareBlob({ from, to }: Sides, hash: string): Promise<"same" | "other" | "missing" | "lost"> {
  for (let offset = 0; ; offset += PIECE_BYTES) {
    const range = { offset, length: PIECE_BYTES }
    const [mine, theirs] = await Promise.all([from.blobs.read(hash, range), to.blobs.read(hash, range)])
    if (mine === undefined) return "lost"
    if (theirs === undefined) return "missing"
    if (Buffer.compare(mine, theirs) !== 0) return "other"
    if (mine.length < PIECE_BYTES) return "same"
  }
}
