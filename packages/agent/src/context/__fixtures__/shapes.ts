// Small histories and simple sizes for the compaction tables: one word is one token, so that the figures can be checked
// by eye.
import { plainText, text } from "../../contracts/content.ts"
import type { Draft } from "../../contracts/fact.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { Message, ToolMessage } from "../../contracts/message.ts"
import type { Entry, Need, Shape } from "../../features/compaction/shape.ts"
import { aCall, answered, asked, finished, said, toolFinished } from "../../testing/fact-builders.ts"

export function user(words: string): Message {
  return { role: "user", parts: [text(words)] }
}

export function note(words: string): Message {
  return { role: "user", parts: [text(words)], from: "nudge" }
}

export function assistant(
  words: string,
  ...calls: readonly (readonly [id: string, name: string, args?: JsonObject])[]
) {
  return {
    role: "assistant",
    text: words,
    reasoning: [],
    calls: calls.map(([id, name, args = {}]) => aCall(id, name, args)),
  } as const satisfies Message
}

export function result(call: string, words: string, more: Partial<ToolMessage> = {}): ToolMessage {
  return { role: "tool", call, name: "tool", parts: [text(words)], failed: false, ...more }
}

export const words = (many: number, word = "word") => Array.from({ length: many }, () => word).join(" ")
export const tokens = (written: string) => written.split(/\s+/).filter((each) => each !== "").length
export const textOf = plainText

export function entriesOf(messages: readonly Message[]): readonly Entry[] {
  return messages.map((message, at) => ({ at, message, tokens: tokensOf(message) }))
}

function tokensOf(message: Message): number {
  const said = message.role === "assistant" ? message.text : plainText(message.parts)
  const calls =
    message.role === "assistant" ? message.calls.map((each) => JSON.stringify(each.arguments)).join(" ") : ""
  return tokens(`${said} ${calls}`)
}

export function shape(messages: readonly Message[], more: Partial<Shape> = {}): Shape {
  return { entries: entriesOf(messages), drops: 0, masks: new Map(), summary: "none", done: [], ...more }
}

/** The head takes no tokens; a cut is possible at every position that does not begin with a result. */
export function need(given: Shape, more: Partial<Need> = {}): Need {
  const weigh = ({ entries, drops, masks }: Shape) =>
    entries.reduce((sum, entry, place) => sum + (place < drops ? 0 : (masks.get(place)?.tokens ?? entry.tokens)), 0)
  const cuts = given.entries.flatMap(({ message }, place) => (place > 0 && message.role !== "tool" ? [place] : []))
  return { target: 100, tokens, weigh, textOf, cuts, canRead: false, ...more }
}

/** This many turns, each with one call and its result; every text has `long` words. */
export function turns(count: number, long = 5): readonly Draft[] {
  return Array.from({ length: count }, (_, index) => {
    const turn = index + 1
    const call = `c${turn}`
    const args = { path: `notes/${turn}.md` }
    return [
      said(`Task ${turn}: ${words(long, "please")}`, turn),
      asked(`${turn}.1.1`),
      answered({ text: `Step ${turn}.`, calls: [aCall(call, "read_file", args)] }, `${turn}.1.1`),
      toolFinished(call, "ok", `Found ${turn}: ${words(long, "text")}`, { name: "read_file" }),
      asked(`${turn}.2.1`),
      answered({ text: `Done ${turn}.` }, `${turn}.2.1`),
      finished("completed", turn),
    ]
  }).flat()
}
