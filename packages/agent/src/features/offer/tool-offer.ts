// Which of its tools an agent offers in a request: all, those that fit what was said, or those of a category.

/** Which of its tools an agent offers in a request. */
export type ToolOffer = "all" | Prefilter | Categories

/** Offers the tools that fit what was said; the others can still be found and called. */
export interface Prefilter {
  readonly kind: "prefilter"
  /** How many are chosen; 15 unless given. A miss doubles it for the rest of the turn. */
  readonly k?: number
  /** Off with so many tools or fewer; 40 unless given. */
  readonly above?: number
  /** Share of the window: tools that take more are filtered, however few they are. A quarter unless given. */
  readonly share?: number
  /** Tools that belong to no server are always offered, as long as there are at most so many; 12 unless given. */
  readonly own?: number
}

/** The model first chooses a category, and is then offered its tools. */
export interface Categories {
  readonly kind: "categories"
  /** Off with so many tools or fewer; 40 unless given. */
  readonly above?: number
  /** Categories in the first request; 16 unless given. */
  readonly most?: number
}

export const DEFAULT_OFFER: ToolOffer = { kind: "prefilter" }

export const OFFER_LIMITS = { k: 15, above: 40, share: 0.25, own: 12, most: 16 } as const

/** Parses the value in a profile file or on a command line: "all", "prefilter", "prefilter:10" or "categories". */
export function readOffer(words: string): ToolOffer | undefined {
  if (words === "all") return "all"
  if (words === "categories") return { kind: "categories" }
  const [, k] = /^prefilter(?::([1-9]\d{0,3}))?$/.exec(words) ?? []
  if (k !== undefined) return { kind: "prefilter", k: Number(k) }
  return words === "prefilter" ? { kind: "prefilter" } : undefined
}
