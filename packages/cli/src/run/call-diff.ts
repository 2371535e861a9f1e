// What a call of a file tool changes, from its arguments: for changes that nobody was asked about, and for edited calls.
import type { JsonObject } from "@pawl/agent"

type Differ = (given: JsonObject) => readonly string[]

const DIFFERS: Readonly<Record<string, Differ>> = {
  edit_file: ({ old_text: before, new_text: after }) => changed(textOf(before), textOf(after)),
  write_file: ({ content }) => changed("", textOf(content)),
}

/** Lines that begin with + or -, or with a space for those around them. */
export function diffOf(name: string, given: JsonObject): readonly string[] {
  return (Object.hasOwn(DIFFERS, name) ? DIFFERS[name] : undefined)?.(given) ?? []
}

/** What an approver made of the arguments: of a file tool what it changes now, of others what is different. */
export function editedDiff(name: string, before: JsonObject, after: JsonObject): readonly string[] {
  const own = diffOf(name, after)
  if (own.length > 0) return own
  return changed(JSON.stringify(before, undefined, 2), JSON.stringify(after, undefined, 2))
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : ""
}

function changed(before: string, after: string): readonly string[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  const most = Math.min(old.length, now.length)
  let same = 0
  while (same < most && old[same] === now[same]) same++
  let tail = 0
  while (tail < most - same && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++
  const around = (lines: readonly string[]) => lines.map((line) => `  ${line}`)
  return [
    ...around(old.slice(Math.max(0, same - CONTEXT), same)),
    ...old.slice(same, old.length - tail).map((line) => `- ${line}`),
    ...now.slice(same, now.length - tail).map((line) => `+ ${line}`),
    ...around(now.slice(now.length - tail).slice(0, CONTEXT)),
  ]
}

const CONTEXT = 2

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n")
}
