// Which text of a fact can be searched: messages, answers, names of tools, and the beginning of results.
import type { Part } from "../contracts/content.ts"
import { definitionOf, type Fact } from "../registry/facts.ts"
import { withoutAccents } from "../text/normalise.ts"

/** Enough to find a conversation; a long build log must not fill the index. */
const MAX_CHARS = { said: 20_000, result: 2000 } as const

/** `read` looks up text that was too long for a fact. Returns an empty string when there is nothing to find. */
export function searchedText(fact: Fact, read: (hash: string) => Uint8Array | undefined): string {
  const found = definitionOf(fact).searched?.(fact, (parts) => textOf(parts, read))
  return found === undefined ? "" : cut(found.text, MAX_CHARS[found.kind])
}

function textOf(parts: readonly Part[], read: (hash: string) => Uint8Array | undefined): string {
  return parts
    .map((part) => {
      if (part.type === "text") return part.text
      // A blob with a name is an attached file: people remember its name.
      const bytes = part.mime === "text/plain" && part.name === undefined ? read(part.hash) : undefined
      return bytes === undefined ? (part.name ?? "") : new TextDecoder().decode(bytes.subarray(0, MAX_CHARS.said * 4))
    })
    .join("\n")
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : text.slice(0, longest).toWellFormed()
}

/** The words of a query: runs of letters and digits. */
export function wordsIn(query: string): readonly string[] {
  return query.toWellFormed().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}

/** One line of text around the first of the words. */
export function excerptOf(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, " ").trim()
  const flat = withoutAccents(line)
  const places = words.map((word) => flat.search(new RegExp(`(?<![\\p{L}\\p{N}])${word}`, "u"))).filter((at) => at >= 0)
  const from = Math.max(0, Math.min(...places, flat.length) - 40)
  const until = from + 160
  return `${from > 0 ? "..." : ""}${line.slice(from, until).toWellFormed()}${until < line.length ? "..." : ""}`
}
