// Says that a file or a folder is as it was, without a look at what is in it: the system notes when each was last changed.
// Only a change in the same tick of the system's clock has the same time, so a time counts once its tick is over.
import { type Stats, statSync } from "node:fs"

/** Longer than a tick. */
const TICK_MS = 20
/** Some file systems note whole seconds only, or every second one. */
const COARSE_MS = 2500

export class LastChange {
  readonly #path: string
  /** What it was when it was last found good. */
  #good: Stats | undefined
  #newest: Stats | undefined
  #asked = 0

  constructor(path: string) {
    this.#path = path
  }

  /** Whether nothing has changed since it was found good. */
  isAsBefore(): boolean {
    this.#asked = Date.now()
    this.#newest = statsOf(this.#path)
    return this.#good !== undefined && this.#newest !== undefined && areSame(this.#good, this.#newest)
  }

  /** It was looked at since `isAsBefore` was asked, and found good. */
  wasGood(): void {
    this.#good = this.#newest !== undefined && isOver(this.#newest, this.#asked) ? this.#newest : undefined
  }
}

function areSame(one: Stats, other: Stats): boolean {
  return one.ctimeMs === other.ctimeMs && one.ino === other.ino && one.dev === other.dev && one.size === other.size
}

/** Later changes have later times. */
function isOver({ ctimeMs }: Stats, now: number): boolean {
  return now - ctimeMs >= (ctimeMs % 1000 === 0 ? COARSE_MS : TICK_MS)
}

/** Undefined if there is no such file, or no such time: Windows notes changes late. */
function statsOf(path: string): Stats | undefined {
  if (process.platform === "win32") return undefined
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}
