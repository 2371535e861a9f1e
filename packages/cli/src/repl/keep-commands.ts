// Commands that take a turn up again, or take its words elsewhere: retry, copy, export.
import type { Fact } from "@pawl/agent"
import { openStore } from "../agent/agent.ts"
import { writeNewFile } from "../new-file.ts"
import { type Copied, copyText } from "../terminal/clipboard.ts"
import { named } from "../terminal/plain.ts"
import { type ReplCommand, type Room, words } from "./command.ts"

export const KEEP_COMMANDS: readonly ReplCommand[] = [
  {
    name: "/retry",
    usage: "/retry",
    summary: "try the failed turn again, without saying anything twice",
    isUsable: async ({ conversation }) => (await conversation.session.info()).status === "failed",
    run: ({ conversation }) => conversation.retry(),
  },
  {
    name: "/copy",
    usage: "/copy",
    summary: "copy the last answer to the clipboard",
    details: "A program does it (wl-copy, xclip, xsel, pbcopy), and the terminal where it knows OSC 52, also over SSH.",
    isUsable: async ({ conversation }) => (await conversation.session.info()).turns > 0,
    run: copy,
  },
  {
    name: "/export",
    usage: "/export [markdown|jsonl] [FILE]",
    summary: "write this session to a file",
    details:
      "markdown is the conversation, to read; jsonl has every fact, for pawl sessions import.\nNo file is overwritten.",
    isUsable: async ({ conversation }) => (await conversation.session.info()).turns > 0,
    complete: (_, given) =>
      given.length > 0 ? [] : words(["markdown", "the conversation, to read"], ["jsonl", "every fact, to import"]),
    run: exportTo,
  },
]

/** What the model said last, and did not take back. */
export function lastAnswer(facts: readonly Fact[]): string | undefined {
  const takenBack = new Set(facts.flatMap((fact) => (fact.type === "nudged" ? [fact.attempt] : [])))
  const last = facts.findLast((fact) => {
    if (fact.type === "turn-finished") return fact.text !== ""
    if (fact.type !== "model-answered" || fact.purpose !== undefined) return false
    return fact.text !== "" && fact.phase !== "plan" && fact.phase !== "route" && !takenBack.has(fact.attempt)
  })
  return last?.type === "turn-finished" || last?.type === "model-answered" ? last.text : undefined
}

async function copy({ conversation, terminal }: Room): Promise<void> {
  const answer = lastAnswer(await conversation.session.facts())
  if (answer === undefined) return terminal.tell("There is no answer to copy yet.")
  terminal.tell(
    copiedText(`The last answer (${answer.length.toLocaleString("en")} characters)`, await copyText(answer)),
  )
}

/** Says no more than what is known. */
export function copiedText(what: string, { program, isAsked }: Copied): string {
  if (program !== undefined) return `${what} is in the clipboard, by ${program}.`
  if (isAsked)
    return `${what} went to the terminal for the clipboard (OSC 52). Some terminals ignore that: if it is not there, /export writes a file.`
  return "There is no clipboard here: install wl-copy, xclip or xsel, or use a terminal that knows OSC 52. /export writes a file."
}

async function exportTo({ conversation, terminal }: Room, given: readonly string[]): Promise<void> {
  const { session, settings } = conversation
  const [first, ...rest] = given
  const isFormat = first === "markdown" || first === "jsonl"
  const name = (isFormat ? rest : given).join(" ")
  const other = isFormat ? undefined : otherFormat(given)
  if (other !== undefined)
    return terminal.tell(
      `There is no export as "${named(other)}". Use /export markdown [FILE] or /export jsonl [FILE]; a FILE has an ending, as notes.md.`,
    )
  const isLines = isFormat ? first === "jsonl" : name.endsWith(".jsonl")
  const file = name === "" ? `pawl-${session.id}.${isLines ? "jsonl" : "md"}` : name
  const store = await openStore(settings)
  try {
    const { linesOf, markdownOf } = await import("../sessions/export-session.ts")
    const row = await session.info()
    const text = isLines ? await joined(linesOf(store, session.id)) : await markdownOf(row, store)
    terminal.tell(`The session is in "${named(writeNewFile(file, settings.workspace, text))}". Only you can read it.`)
  } finally {
    await store.close()
  }
}

const OTHERS = /^(?:pdf|html?|docx?|odt|rtf|json|csv|xml|ya?ml|md|te?xt)$/i

/** A word that can only be meant as a format that there is not, or a name that promises one. */
export function otherFormat(given: readonly string[]): string | undefined {
  const [first] = given
  if (first === undefined) return undefined
  const hasEnding = /[./]/.test(given.join(" "))
  if (!hasEnding || OTHERS.test(first)) return first
  return /\.(pdf|html?|docx?|odt|rtf|json)$/i.exec(given.join(" "))?.[1]
}

async function joined(lines: AsyncIterable<string>): Promise<string> {
  let text = ""
  for await (const line of lines) text += `${line}\n`
  return text
}
