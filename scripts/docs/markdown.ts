// Parses Markdown pages for the checks and the site: lists the pages, their headings, links and code blocks.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

export interface Block {
  readonly language: string
  /** The text after the language: `no-check`. */
  readonly marks: readonly string[]
  readonly body: string
  /** Of the first line of the body, from 1. */
  readonly line: number
}

/** Folders without pages of this project. */
const ELSEWHERE = new Set(["node_modules", "dist", "__fixtures__"])

/** Every Markdown page of the checkout, by its path from the root, in alphabetical order. */
export function pagesIn(root: string, folder = ""): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`
      if (entry.isFile()) return entry.name.endsWith(".md") ? [path] : []
      const isOurs = entry.isDirectory() && !entry.name.startsWith(".") && !ELSEWHERE.has(entry.name)
      return isOurs ? pagesIn(root, path) : []
    })
    .sort()
}

export function readPage(root: string, page: string): string {
  return readFileSync(join(root, page), "utf8")
}

export function blocksIn(source: string): readonly Block[] {
  return [...source.matchAll(FENCE)].map((match) => {
    const [, indent = "", , info = "", body = ""] = match
    const [language = "", ...marks] = info.trim().split(/\s+/)
    const line = source.slice(0, match.index).split("\n").length + 1
    return { language, marks, body: body.replaceAll(new RegExp(`^${indent}`, "gm"), ""), line }
  })
}

/** The anchors that GitHub gives the headings, and the site too. */
export function anchorsIn(source: string): ReadonlySet<string> {
  const taken = new Map<string, number>()
  const anchors = new Set<string>()
  for (const [, title = ""] of withoutBlocks(source).matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const slug = slugOf(title)
    const before = taken.get(slug) ?? 0
    taken.set(slug, before + 1)
    anchors.add(before === 0 ? slug : `${slug}-${before}`)
  }
  return anchors
}

/** GitHub's anchor for a heading: its words in lower case, joined by dashes, without punctuation. */
export function slugOf(title: string): string {
  const words = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase()
  return words.replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "").replaceAll(" ", "-")
}

/** The targets of links and pictures, in order. */
export function linksIn(source: string): readonly string[] {
  const prose = withoutBlocks(source).replaceAll(/(`+)[^`].*?\1/g, "")
  const inline = [...prose.matchAll(LINK)].map(([, , target = ""]) => target)
  const named = [...prose.matchAll(/^\[[^\]]+\]: +(\S+)/gm)].map(([, target = ""]) => target)
  return [...inline, ...named]
}

/** The page with other targets. Links in code stay as they are. */
export function withLinks(source: string, retarget: (text: string, target: string) => string): string {
  const code: string[] = []
  const keep = (part: string) => `\u0000${code.push(part) - 1}\u0000`
  const prose = source.replaceAll(FENCE, keep).replaceAll(/(`+)[^`\n].*?\1/g, keep)
  const linked = prose.replaceAll(LINK, (_, text: string, target: string) => retarget(text, target))
  return restored(linked, code)
}

/** A kept piece may contain another one, as a fence inside inline code: put them back until none is left. */
function restored(text: string, code: readonly string[]): string {
  const next = text.replaceAll(KEPT, (_, index: string) => code[Number(index)] ?? "")
  return next === text ? text : restored(next, code)
}

export function isElsewhere(target: string): boolean {
  return /^[a-z][a-z+.-]*:/i.test(target)
}

function withoutBlocks(source: string): string {
  return source.replaceAll(FENCE, "")
}

const FENCE = /^( *)(```+)([^\n`]*)\n([\s\S]*?)^ *\2 *$/gm
const LINK = /(?<!\\)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)(?: "[^"]*")?\)/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: no page contains this character.
const KEPT = /\u0000(\d+)\u0000/g
