// Collects a repository's instructions: AGENTS.md, or CLAUDE.md where there is none, from the root of the repository
// down to the workspace. Checked for every request, and read again only when a file has changed.
import { realpathSync } from "node:fs"
import { type FoundFile, findFiles, type ReadFile, readFound } from "./repository-files.ts"

export interface RepositoryInstructions {
  /** Empty if there is nothing to say. Notes on cut and omitted files are included. */
  readonly text: string
  /** Files that were found and left out, and why. */
  readonly notes: readonly string[]
}

export interface RepositoryOptions {
  /** Limit for all files together; the nearest file is cut last. */
  readonly maxBytes?: number
}

export const REPOSITORY_BYTES = 32 * 1024

export function repositoryInstructions(
  workspace: string,
  { maxBytes = REPOSITORY_BYTES }: RepositoryOptions = {},
): () => Promise<RepositoryInstructions> {
  let last: { readonly stamp: string; readonly value: RepositoryInstructions } = { stamp: "", value: NOTHING }
  return async () => {
    const found = findFiles(real(workspace))
    const stamp = found.map(({ name, stamp: each }) => `${name}\n${each}`).join("\n")
    if (stamp === last.stamp) return last.value
    const value = await readAll(found, maxBytes)
    last = { stamp, value }
    return value
  }
}

/** Resolves links, because a link and its target have different parent folders. */
function real(workspace: string): string {
  try {
    return realpathSync.native(workspace)
  } catch {
    return workspace
  }
}

const NOTHING: RepositoryInstructions = { text: "", notes: [] }

async function readAll(found: readonly FoundFile[], maxBytes: number): Promise<RepositoryInstructions> {
  const read = await Promise.all(found.map(readFound))
  const notes = read.flatMap((file) => ("problem" in file ? [`${file.name} was left out: ${file.problem}.`] : []))
  const shown = fitting(read, maxBytes)
  const texts = shown.map(({ name, text }, index) => `## ${name}${nearness(index, shown.length)}\n\n${text}`)
  return { text: [...texts, ...notes.map((note) => `[${note}]`)].join("\n\n"), notes }
}

function nearness(index: number, all: number): string {
  if (all === 1) return ""
  return index === all - 1 ? " (nearest: where they differ, this one counts)" : ""
}

interface Shown {
  readonly name: string
  readonly text: string
}

/** Root first, nearest last. The nearest file gets its space first, because it matters most. */
function fitting(read: readonly ReadFile[], maxBytes: number): readonly Shown[] {
  let left = maxBytes
  const shown: Shown[] = []
  for (const file of read.toReversed()) {
    if ("problem" in file || file.text === "") continue
    const size = Buffer.byteLength(file.text)
    shown.unshift({ name: file.name, text: size <= left ? file.text : cut(file, size, left) })
    left = Math.max(0, left - size)
  }
  return shown
}

function cut({ name, text }: Shown, size: number, most: number): string {
  const notice = `[Cut: ${most} of ${size} bytes of ${name} are shown. Read the file for the rest.]`
  return most === 0 ? notice : `${beginning(text, most)}\n${notice}`
}

/** Never cuts inside a character. */
function beginning(text: string, most: number): string {
  const bytes = Buffer.from(text)
  let end = most
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.toString("utf8", 0, end)
}
