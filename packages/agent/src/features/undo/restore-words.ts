// Notes for the model about files that were put back and about what it no longer sees; and why nothing was done.
import type { Effect } from "../../contracts/undo.ts"
import type { PerformContext } from "../../kernel/performer.ts"
import { redact } from "../../secrets/redact.ts"
import type { PutBack } from "./put-back.ts"
import type { Restoring } from "./slice.ts"

/** Why it must not be done; undefined when it may. */
export function refusalOf(
  { turns, files: plan }: Restoring,
  { state, files }: Pick<PerformContext, "state" | "files">,
): string | undefined {
  if (turns !== state.turns) return "Another turn ran meanwhile. Look at the changes again, then decide."
  if (plan === undefined) return undefined
  if (files === undefined)
    return `Whoever runs this session has no workspace. The files are in ${plan.root}: run it there.`
  if (files.root !== plan.root)
    return `The files are in ${plan.root}, and this session is run in ${files.root}. Run it there.`
  return undefined
}

export function restoredNote(done: PutBack, { stays }: Restoring): string {
  const words = [...fileWords(done), ...effectWords(stays)].join(" ")
  return `[The user undid changes of files. ${words} Read a file again before you rely on it.]`
}

/** Undefined when nothing differs: then the model needs no note. */
export function rewoundNote({ stays, changed = [] }: Restoring, done?: PutBack): string | undefined {
  const left = done === undefined ? changed : pathsOf(done, "skipped", "failed")
  const words = [
    ...(left.length === 0 ? [] : [`Files that were changed since and are not as they were: ${listed(left)}.`]),
    ...effectWords(stays),
  ]
  if (words.length === 0) return undefined
  return `[The user took the conversation back to this point; what was said since is gone. ${words.join(" ")} Verify before you rely on what you knew.]`
}

function fileWords(done: PutBack): readonly string[] {
  const back = pathsOf(done, "restored")
  const removed = pathsOf(done, "removed")
  const left = pathsOf(done, "skipped", "failed")
  return [
    ...(back.length === 0 ? [] : [`As they were before: ${listed(back)}.`]),
    ...(removed.length === 0 ? [] : [`Removed, as they did not exist before: ${listed(removed)}.`]),
    ...(left.length === 0 ? [] : [`Not put back: ${listed(left)}.`]),
  ]
}

function effectWords(stays: readonly Effect[]): readonly string[] {
  if (stays.length === 0) return []
  const calls = stays.map(({ name, arguments: given, outcome }) => {
    const doubt = outcome === "unknown" || outcome === "open" ? ", outcome unknown" : ""
    return `${name} ${short(redact(JSON.stringify(given)))}${doubt}`
  })
  return [`What these calls did stays: ${listed(calls)}.`]
}

function pathsOf({ report }: PutBack, ...kinds: readonly string[]): readonly string[] {
  return Object.keys(report).filter((path) => kinds.includes(report[path] ?? ""))
}

const MAX_NAMED = 20

function listed(items: readonly string[]): string {
  const more = items.length - MAX_NAMED
  return [...items.slice(0, MAX_NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join(", ")
}

const MAX_WORDS_CHARS = 120

function short(words: string): string {
  return words.length <= MAX_WORDS_CHARS ? words : `${words.slice(0, MAX_WORDS_CHARS).toWellFormed()}...`
}
