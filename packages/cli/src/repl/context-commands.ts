// The REPL's commands about what the model is shown: its context, a copy of it in a file, a shorter one; and its thinking.
import { contextText } from "../context/context-text.ts"
import { requestOf } from "../context/request-of.ts"
import { writeSnapshot } from "../context/snapshot.ts"
import { named } from "../terminal/plain.ts"
import { visibleJson } from "../terminal/visible.ts"
import type { ReplCommand, Room } from "./commands.ts"

export const CONTEXT_COMMANDS: readonly ReplCommand[] = [
  { name: "/context", usage: "/context [request]", summary: "what fills the model's window", run: context },
  {
    name: "/snapshot",
    usage: "/snapshot [FILE]",
    summary: "write the whole context to a file, as JSON",
    run: snapshot,
  },
  { name: "/compact", usage: "/compact [FOCUS]", summary: "show the model less of what was said", run: shorten },
  {
    name: "/thinking",
    usage: "/thinking [show|hide]",
    summary: "show what the model thinks, or do not",
    run: thinking,
  },
]

async function context({ conversation, terminal }: Room, [what]: readonly string[]): Promise<void> {
  const report = await conversation.session.context()
  if (what === undefined) return terminal.tell(contextText(report, terminal.style))
  if (what !== "request") return terminal.tell("Use /context, or /context request to see what would be sent.")
  terminal.tell(visibleJson(JSON.stringify(requestOf(report), undefined, 2)))
}

async function snapshot({ conversation, terminal }: Room, words: readonly string[]): Promise<void> {
  const { session, settings } = conversation
  const at = new Date().toISOString()
  const report = await session.context()
  const path = writeSnapshot({ session: session.id, at, ...report }, words.join(" "), settings.workspace)
  terminal.tell(`The context is in "${named(path)}". It holds all that was said, so only you can read it.`)
}

async function shorten({ conversation, terminal }: Room, words: readonly string[]): Promise<void> {
  const focus = words.join(" ")
  await conversation.session.compact(focus === "" ? {} : { focus })
  if (conversation.isBusy) terminal.tell(terminal.style.dim("(it is done as soon as the turn allows it)"))
}

function thinking({ conversation, terminal }: Room, [how]: readonly string[]): void {
  if (how !== undefined && how !== "show" && how !== "hide") {
    terminal.tell("Use /thinking, /thinking show, or /thinking hide.")
    return
  }
  const isShown = how === undefined ? !conversation.settings.thinking : how === "show"
  conversation.showThinking(isShown)
  terminal.tell(isShown ? "What the model thinks is shown." : "What the model thinks is not shown.")
}
