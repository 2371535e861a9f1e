// Text as the judges read it: folded to lower case and plain quotes, cut to a bound, split into sentences, code apart.

export interface Sentence {
  /** Folded. */
  readonly text: string
  readonly isQuestion: boolean
  /** An entry of a list. */
  readonly isListed: boolean
}

export interface CodeBlock {
  readonly language: string
  readonly body: string
}

export interface Prose {
  readonly sentences: readonly Sentence[]
  /** All sentences in one, for what may stand anywhere. */
  readonly text: string
  /** Smaller than sentences: between commas and dashes, list entries, rows of tables; folded. */
  readonly clauses: readonly string[]
  readonly blocks: readonly CodeBlock[]
  /** A code block is never closed. */
  readonly isOpen: boolean
  /** The lines as they stood, without code blocks: tables and lists are read from these. */
  readonly lines: readonly string[]
}

const HEAD = 12_000
const TAIL = 6_000

export function proseOf(answer: string): Prose {
  const { blocks, rest, isOpen } = splitCode(bounded(answer, HEAD, TAIL).replace(/\n{3,}/g, "\n\n"))
  const lines = rest.split("\n")
  // What is quoted is a draft for somebody else or an echo, and a table holds data: no questions or promises of the model's.
  const own = lines.filter((line) => !/^\s*[>|]/.test(line)).join("\n")
  const sentences = sentencesOf(
    fold(
      own
        .replace(/^([ \t]*)\*\s/gm, "$1- ")
        .replace(/`[^`\n]{1,300}`/g, "`x`")
        .replace(/[*`]+/g, ""),
    ).replace(/"[^"\n]{12,2000}"/g, '""'),
  )
  const rows = lines.filter((line) => /^\s*\|/.test(line)).map((line) => fold(line))
  const named = sentencesOf(fold(own.replace(/[*`]+/g, "")))
  const clauses = [...rows, ...named.flatMap(({ text }) => clausesOf(text))]
  return {
    sentences,
    text: sentences.map(({ text }) => text).join("\n"),
    clauses,
    blocks,
    lines,
    isOpen: isOpen && answer.length <= HEAD + TAIL,
  }
}

function clausesOf(sentence: string): readonly string[] {
  const parts = sentence.split(
    /; | [–—-] |(?:, | )(?:but|while|whereas|aber|während|and then|because|since|weil)(?!\p{L})/u,
  )
  return parts.length > 1 ? [sentence, ...parts] : [sentence]
}

/** The beginning and the end, so that the cost of a huge text has a limit. */
export function bounded(text: string, head: number, tail: number): string {
  if (text.length <= head + tail) return text
  return `${text.slice(0, head)}\n${tail === 0 ? "" : text.slice(-tail)}`
}

export function fold(text: string): string {
  // Most texts have nothing to fold but their capitals, and this is asked of every result.
  if (!FOLDED.test(text)) return text.toLowerCase()
  return text
    .replace(/[‘’‚´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[ \t\u00a0\u202f]+/g, " ")
    .toLowerCase()
}

const FOLDED = /[‘’‚´“”„«»\t\u00a0\u202f]| {2}/

/** Words and names in a folded text: "w01.jpg", "idx_old_a", "größe", "#301". */
export function wordsIn(folded: string): readonly string[] {
  return folded.match(/#?[\p{L}\p{N}][\p{L}\p{N}_.@-]*/gu)?.map((word) => word.replace(/[.-]+$/, "")) ?? []
}

function splitCode(text: string): Pick<Prose, "blocks" | "isOpen"> & { readonly rest: string } {
  const parts = text.split(/^[ \t]*```/m)
  const blocks: CodeBlock[] = []
  let rest = parts[0] ?? ""
  for (const [index, part] of parts.entries()) {
    if (index === 0) continue
    if (index % 2 === 0) {
      rest += part
      continue
    }
    const end = part.indexOf("\n")
    blocks.push({ language: part.slice(0, Math.max(0, end)).trim().toLowerCase(), body: part.slice(end + 1) })
    rest += "\n"
  }
  return { blocks, rest, isOpen: parts.length % 2 === 0 }
}

const NO_END = new Set([
  "e.g",
  "i.e",
  "z.b",
  "d.h",
  "u.a",
  "dr",
  "mr",
  "mrs",
  "ms",
  "nr",
  "ca",
  "bzw",
  "vs",
  "st",
  "str",
])

function sentencesOf(folded: string): readonly Sentence[] {
  const sentences: Sentence[] = []
  for (const line of folded.split("\n")) {
    let from = 0
    const isListed = /^\s*(?:[-•+]|\d{1,2}[.)])\s/.test(line)
    for (const match of line.matchAll(/[.!?…]+["')\]]*(?=\s|$)/g)) {
      if (match[0] === "." && !endsSentence(line, match.index)) continue
      push(sentences, line.slice(from, match.index + match[0].length), isListed)
      from = match.index + match[0].length
    }
    push(sentences, line.slice(from), isListed)
  }
  return sentences
}

/** "9. April", "3. Extract", "Dr. Sommer" go on after their full stop. */
function endsSentence(line: string, stop: number): boolean {
  const before = line.slice(Math.max(0, stop - 24), stop)
  const words = before.trimStart().split(" ")
  const word = words.at(-1) ?? ""
  if (!/^\d{1,2}$/.test(word)) return !NO_END.has(word)
  const isNumbering = line.slice(0, stop).trim() === word
  return (
    !isNumbering && !ORDINAL_BEFORE.test(words.at(-2) ?? "") && !ORDINAL_AFTER.test(line.slice(stop + 1, stop + 14))
  )
}

const ORDINAL_BEFORE = /^(?:am|vom|bis|der|den|dem|des|zum|ab|im|die|das|seit)$/
const ORDINAL_AFTER = /^ ?(?:jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez|klasse|quartal|stock|platz|woche|halbjahr)/

function push(sentences: Sentence[], raw: string, isListed: boolean): void {
  const text = raw.trim()
  if (/[\p{L}\p{N}]/u.test(text)) sentences.push({ text, isQuestion: /\?[\s"')\]]*$/.test(text), isListed })
  // An emoji or a lone mark belongs to what came before it, which may have been a question.
}
