// REPL commands about the model's context: show it, write it to a file, compact it; and show or hide the thinking.
import { contextText } from "../context/context-text.ts"
import { requestOf } from "../context/request-of.ts"
import { writeSnapshot } from "../context/snapshot.ts"
import { named } from "../terminal/plain.ts"
import { visibleJson } from "../terminal/visible.ts"
import { type ReplCommand, type Room, words } from "./command.ts"

export const CONTEXT_COMMANDS: readonly ReplCommand[] = [
  {
    name: "/context",
    usage: "/context [request]",
    summary: "what fills the model's window",
    complete: (_, given) => (given.length > 0 ? [] : words(["request", "the request that would be sent"])),
    run: context,
  },
  {
    name: "/snapshot",
    usage: "/snapshot [FILE]",
    summary: "write the whole context to a file, as JSON",
    run: snapshot,
  },
  {
    name: "/compact",
    usage: "/compact [FOCUS]",
    summary: "condense what the model is shown of the history",
    details: "FOCUS says what must not get lost. The log keeps everything.",
    isUsable: async ({ conversation }) => (await conversation.session.info()).turns > 0,
    run: shorten,
  },
  {
    name: "/thinking",
    usage: "/thinking [show|hide]",
    summary: "show or hide the model's thinking",
    complete: (_, given) => (given.length > 0 ? [] : words(["show", "show it"], ["hide", "leave it out"])),
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
  terminal.tell(`The context is in "${named(path)}". It holds the whole conversation, so only you can read it.`)
}

async function shorten({ conversation, terminal }: Room, words: readonly string[]): Promise<void> {
  const focus = words.join(" ")
  await conversation.session.compact(focus === "" ? {} : { focus })
  if (conversation.isBusy) terminal.tell(terminal.style.dim("(the history is condensed as soon as the turn allows it)"))
}

function thinking({ conversation, terminal }: Room, [how]: readonly string[]): void {
  if (how !== undefined && how !== "show" && how !== "hide") {
    terminal.tell("Use /thinking, /thinking show, or /thinking hide.")
    return
  }
  const isShown = how === undefined ? !conversation.settings.thinking : how === "show"
  conversation.showThinking(isShown)
  terminal.tell(isShown ? "The model's thinking is shown." : "The model's thinking is hidden.")
}
