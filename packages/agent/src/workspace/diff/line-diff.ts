// A unified diff of two texts for the person who approves a change. It is complete up to a megabyte; beyond that it says
// how much is left out and where to find it. Linear in both texts, because it blocks the process.
import { type Change, changeIn, lineCount, NO_NEWLINE } from "./changed-part.ts"
import { hunks, side } from "./hunks.ts"

export interface DiffOptions {
  /** The longest diff that is shown. */
  readonly maxChars?: number
}

const MAX_CHARS = 1_000_000
/** Above so many comparisons or lines, the changed part is shown as all removed, then all added. */
const MAX_CELLS = 1_000_000
const MAX_LINES = 20_000

/** Empty when nothing changed. */
export function lineDiff(before: string, after: string, { maxChars = MAX_CHARS }: DiffOptions = {}): string {
  if (before === after) return ""
  const change = changeIn(before, after)
  const [removed, added] = [lineCount(change.removed), lineCount(change.added)]
  const isSmall = removed * added <= MAX_CELLS && removed + added <= MAX_LINES
  return cut(isSmall ? { text: hunks(change), left: 0 } : block(change, { removed, added }, maxChars), maxChars)
}

interface Shown {
  readonly text: string
  /** How many characters are left out already. */
  readonly left: number
}

/** A single hunk. Of a very long text no more is written than can be shown. */
function block(
  { removed, added, lead, trail, before }: Change,
  counts: { readonly removed: number; readonly added: number },
  most: number,
): Shown {
  const around = lead.length + trail.length
  const from = before - lead.length
  const header = `@@ -${side(from, around + counts.removed)} +${side(from, around + counts.added)} @@`
  const signed = (text: string, sign: string) => {
    const shown = text.slice(0, most)
    const isWhole = shown.length === text.length
    const lines = `${sign}${(shown.endsWith("\n") ? shown.slice(0, -1) : shown).replaceAll("\n", `\n${sign}`)}`
    return text === "" ? [] : [isWhole && !text.endsWith("\n") ? lines + NO_NEWLINE : lines]
  }
  const same = (lines: readonly string[]) => lines.map((line) => ` ${line}`)
  const text = [header, ...same(lead), ...signed(removed, "-"), ...signed(added, "+"), ...same(trail)].join("\n")
  const left = Math.max(0, removed.length - most) + Math.max(0, added.length - most)
  return { text, left }
}

function cut({ text, left }: Shown, most: number): string {
  if (text.length <= most && left === 0) return text
  // Never splits a character.
  const isInside = (text.codePointAt(most - 1) ?? 0) > 0xffff
  const shown = text.slice(0, isInside ? most - 1 : most)
  const more = (text.length - shown.length + left).toLocaleString("en")
  return `${shown}\n... ${more} more characters of changes. All that is written stands in the arguments of the call.`
}
