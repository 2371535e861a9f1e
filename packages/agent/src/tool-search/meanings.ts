// The meanings of words, by the tables of deeds and subjects (word-tables.ts). For a tool only plain meanings count; a
// person's words may also hint at a meaning.

import { stem } from "../text/stem.ts"
import { NearWords } from "./near-words.ts"
import { WORD_GROUPS, type WordGroup } from "./word-tables.ts"

export interface Meanings {
  /** What the word plainly means. */
  readonly said: readonly string[]
  /** What it hints at. */
  readonly hinted: readonly string[]
}

const NONE: Meanings = { said: [], hinted: [] }

/** Terms such as "=delete"; several for a word with several meanings. */
export function meaningsOf(word: string): Meanings {
  return byStem.get(stem(word)) ?? NONE
}

/** Words of the tables with almost the same spelling, and the one it ends with: a compound is about its last part. */
export function tableWordsNear(root: string): readonly string[] {
  const last = lastPart(root)
  return [...nearTable().near(root), ...(last === undefined ? [] : [last])]
}

function lastPart(root: string): string | undefined {
  for (let from = MIN_START_CHARS; from <= root.length - MIN_PART_CHARS; from++)
    if (byStem.has(root.slice(from))) return root.slice(from)
  return undefined
}

const MIN_START_CHARS = 3
const MIN_PART_CHARS = 4

let near: NearWords | undefined

function nearTable(): NearWords {
  if (near !== undefined) return near
  near = new NearWords()
  for (const root of byStem.keys()) near.add(root)
  return near
}

/** Whether the word names something to do. */
export function isDeed(word: string): boolean {
  return deeds.has(stem(word))
}

interface Line {
  readonly name: string
  readonly said: readonly string[]
  readonly hinted: readonly string[]
}

function linesOf(kind: WordGroup["kind"]): readonly Line[] {
  return WORD_GROUPS.filter((group) => group.kind === kind)
    .flatMap(({ lines }) => lines.trim().split("\n"))
    .map((line) => {
      const [name = "", words = ""] = line.split(": ")
      const [own = "", others = ""] = words.split("|")
      const [said = "", hinted = ""] = own.split(";")
      return { name: `=${name}`, said: stemsIn(`${said} ${others}`), hinted: stemsIn(hinted) }
    })
}

function stemsIn(words: string): readonly string[] {
  return [...new Set(words.split(/\s+/).filter(Boolean).map(stem))]
}

const deedLines = linesOf("deed")
const deeds: ReadonlySet<string> = new Set(deedLines.flatMap(({ said }) => said))
const byStem = tableOf([...deedLines, ...linesOf("subject")])

function tableOf(lines: readonly Line[]): ReadonlyMap<string, Meanings> {
  const said = new Map<string, Set<string>>()
  const hinted = new Map<string, Set<string>>()
  const note = (where: Map<string, Set<string>>, root: string, name: string) =>
    where.set(root, (where.get(root) ?? new Set()).add(name))
  for (const line of lines) {
    for (const root of line.said) note(said, root, line.name)
    for (const root of line.hinted) note(hinted, root, line.name)
  }
  const roots = new Set([...said.keys(), ...hinted.keys()])
  return new Map(
    Array.from(roots, (root) => {
      const plainly = [...(said.get(root) ?? [])]
      return [root, { said: plainly, hinted: [...(hinted.get(root) ?? [])].filter((name) => !plainly.includes(name)) }]
    }),
  )
}
