// Finds what a prompt attaches: files and folders named with @ or --attach, and piped bytes. The library reads the files
// when the message is sent.
import { readdirSync, type Stats, statSync } from "node:fs"
import { homedir } from "node:os"
import { join, resolve } from "node:path"
import type { Session } from "@pawl/agent"
import { wrongUsage } from "../failure.ts"
import { named } from "../terminal/plain.ts"
import { looksLikeFile, type Mention, mentionsIn, unescaped } from "./mentions.ts"

export type Input = Parameters<Session["send"]>[0]
export type InputPart = Exclude<Input, string>[number]

export interface Prompt {
  readonly text: string
  readonly parts: readonly InputPart[]
}

/** More than a user attaches on purpose; a pasted list may hold thousands. */
export const MAX_ATTACHMENTS = 100
const MAX_ENTRIES = 200

/** `folder`: base of relative paths. Piped text is never searched for mentions: it is untrusted input. */
export function promptWith(text: string, folder: string, more: readonly string[] = []): Prompt {
  const mentions = [...mentionsIn(text), ...more.map((path): Mention => ({ paths: [path], isQuoted: true }))]
  const found = new Map<string, () => InputPart>()
  for (const mention of mentions) {
    const { path, stat } = find(mention, folder)
    if (path === undefined) continue
    found.set(path.full, () =>
      stat?.isDirectory() ? listing(path) : { type: "file", path: path.full, name: path.name },
    )
  }
  const parts = [...found.values()].slice(0, MAX_ATTACHMENTS).map((part) => part())
  return { text: unescaped(text), parts: [...parts, ...tooMany(found.size)] }
}

/** In the form that the library accepts. */
export function inputOf({ text, parts }: Prompt): Input {
  if (parts.length === 0) return text
  return text.trim() === "" ? parts : [{ type: "text", text }, ...parts]
}

interface Path {
  readonly name: string
  readonly full: string
}

/** Also returns a missing file if the word looks like one: the library puts a note in its place. */
function find(mention: Mention, folder: string): { readonly path?: Path; readonly stat?: Stats } {
  const paths = mention.paths.map((name) => ({ name, full: resolve(folder, fromHome(name)) }))
  for (const path of paths) {
    const stat = statOf(path.full)
    if (stat !== undefined) return { path, stat }
  }
  const last = paths.at(-1)
  return last !== undefined && looksLikeFile(mention) ? { path: last } : {}
}

/** A word with @ may be no file; what --attach names is meant as one. */
export function refuseMissing(files: readonly string[], folder: string): void {
  const missing = files.find((path) => !isThere(path, folder))
  if (missing === undefined) return
  throw wrongUsage(`There is no file "${named(missing)}" for --attach in "${folder}". Check the path.`)
}

/** Whether the path names a file or a folder. */
function isThere(name: string, folder: string): boolean {
  return statOf(resolve(folder, fromHome(name))) !== undefined
}

function fromHome(path: string): string {
  return path === "~" || path.startsWith("~/") ? join(homedir(), path.slice(1)) : path
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // Too long, below a file, or forbidden: the library reports which, if the word looks like a file.
    return undefined
  }
}

function listing({ name, full }: Path): InputPart {
  try {
    const entries = readdirSync(full, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
    const lines = entries.slice(0, MAX_ENTRIES).map((entry) => lineOf(entry, full))
    const more = entries.length > MAX_ENTRIES ? [`[${entries.length - MAX_ENTRIES} more]`] : []
    const count = `A folder with ${entries.length} ${entries.length === 1 ? "entry" : "entries"}:`
    const bytes = Buffer.from([count, ...lines, ...more].join("\n"))
    return { type: "bytes", mime: "text/plain", bytes, name: `${name.replace(/\/+$/, "")}/` }
  } catch {
    return { type: "text", text: `[Attached file '${name}/' could not be read: permission denied]` }
  }
}

function lineOf(entry: { readonly name: string; isDirectory(): boolean }, folder: string): string {
  if (entry.isDirectory()) return `${entry.name}/`
  const size = statOf(join(folder, entry.name))?.size
  return size === undefined ? entry.name : `${entry.name} (${size.toLocaleString("en")} bytes)`
}

function tooMany(count: number): readonly InputPart[] {
  if (count <= MAX_ATTACHMENTS) return []
  const left = count - MAX_ATTACHMENTS
  return [{ type: "text", text: `[Attached file '${left} more' could not be read: at most ${MAX_ATTACHMENTS} are]` }]
}
