// One walk over the folder that brings the index up to date, in slices: it can stop at any file and continue later.
import type { FileIndex } from "./file-index.ts"
import { isBusy } from "./index-file.ts"
import { type FileText, type ReadLimits, readText } from "./read-text.ts"
import { type Entry, walk } from "./walk.ts"

export interface PassOptions extends ReadLimits {
  readonly maxFiles: number
  /** The index itself, when it lies in the folder: relative to it, with "/". */
  readonly ownFile?: string
  readonly now: () => number
}

export interface Slice {
  readonly until: number
  /** Whether a file that takes longer than the remaining time may be begun. */
  readonly mayOverrun: boolean
}

/** About how many bytes of text are indexed in a millisecond. */
const BYTES_PER_MS = 8000

export class Pass {
  readonly began: number
  readonly counted = { indexed: 0, removed: 0, binary: 0, large: 0, unreadable: 0 }
  isOverLimit = false
  readonly #index: FileIndex
  readonly #options: PassOptions
  readonly #walk: Iterator<Entry | undefined>
  /** The newest id in the index when the walk began; files up to it that are not seen by the end are gone. */
  readonly #upTo: number
  readonly #seen = new Set<number>()
  /** Found, but there was no time for it, or another process was writing. */
  #pending: Entry | undefined
  #gone: { readonly id: number; readonly path: string }[] | undefined
  #files = 0

  constructor(index: FileIndex, options: PassOptions) {
    this.#index = index
    this.#options = options
    this.began = options.now()
    index.catchUp()
    this.#upTo = index.newest()
    this.#walk = walk(options.root)
  }

  /** Throws errors of the database and of the root folder; problems with a single file or folder are counted. */
  run(slice: Slice): "done" | "more" | "busy" {
    try {
      const isDone = this.#walkOn(slice) && this.#removeGone(slice)
      this.#index.commit()
      return isDone ? "done" : "more"
    } catch (error) {
      this.#index.rollback()
      // Only the first write of a slice can find it busy, so nothing was lost.
      if (isBusy(error)) return "busy"
      throw error
    }
  }

  #walkOn({ until, mayOverrun }: Slice): boolean {
    const { now } = this.#options
    if (this.#gone !== undefined) return true
    let isFirst = true
    do {
      const next = this.#pending ?? this.#next()
      if (next === "end") return true
      if (next === undefined || this.#isKnown(next)) continue
      this.#pending = next
      const hasTime = now() + next.size / BYTES_PER_MS <= until
      if (!hasTime && !(isFirst && mayOverrun)) return false
      this.#update(next)
      this.#pending = undefined
      isFirst = false
    } while (now() < until)
    return false
  }

  #next(): Entry | undefined | "end" {
    const { maxFiles, maxFileBytes, ownFile } = this.#options
    const { value, done } = this.#walk.next()
    if (done === true) return "end"
    if (value === undefined || (ownFile !== undefined && value.path.startsWith(ownFile))) return undefined
    if (value.size > maxFileBytes) {
      this.counted.large++
      return undefined
    }
    if (this.#files === maxFiles) {
      this.isOverLimit = true
      return "end"
    }
    this.#files++
    return value
  }

  #isKnown(entry: Entry): boolean {
    const known = this.#index.known(entry)
    if (known === undefined) return false
    this.#pending = undefined
    this.#seen.add(known.id)
    if (!known.isText) this.counted.binary++
    return true
  }

  #update({ path }: Entry): void {
    const file: FileText = readText(this.#options, path)
    if (file.kind === "text" || file.kind === "binary") {
      this.#seen.add(this.#index.put(path, file))
      this.counted.indexed += file.kind === "text" ? 1 : 0
    }
    if (file.kind !== "text") this.counted[file.kind]++
  }

  #removeGone({ until }: Slice): boolean {
    const { now } = this.#options
    this.#gone ??= this.#index.files(this.#upTo).filter(({ id }) => !this.#seen.has(id))
    for (let file = this.#gone.at(-1); file !== undefined; file = this.#gone.at(-1)) {
      if (now() >= until) return false
      this.#index.remove(file)
      this.#gone.pop()
      this.counted.removed++
    }
    return true
  }
}
