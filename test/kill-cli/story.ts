// The user's messages and the model's answers. The model decides by the request alone, so it also goes on when another
// process asks. When an outcome is unknown, it looks before it writes again, as its instructions say.
import { plainText } from "../../packages/agent/src/contracts/content.ts"
import type { Message } from "../../packages/agent/src/contracts/message.ts"
import { call, type Script } from "../../packages/agent/src/model/scripted.ts"

export const PROMPT = "Write down milk, then bread."
export const ANSWER = "Milk and bread are written down."
export const LATER = "Anything else?"
export const LATER_ANSWER = "Nothing else."

export const script: Script = (request) => {
  if (request.said === LATER) {
    request.need(ANSWER)
    return LATER_ANSWER
  }
  const { hasLooked, written, doubted } = notebook(request.messages)
  if (!hasLooked || doubted.size > 0) return { text: "Let me look.", calls: [call("notes__list")] }
  if (!written.has("milk")) return { calls: [call("notes__add", { note: "milk" })] }
  if (written.has("bread")) return ANSWER
  return {
    text: "Now the bread.",
    calls: [call("notes__add", { note: "bread" }), call("notes__list"), call("notes__stamp", { note: "milk" })],
  }
}

interface Notebook {
  hasLooked: boolean
  readonly written: Set<string>
  /** Notes whose writing had an unknown outcome, with the round in which the call was made. */
  readonly doubted: Map<string, number>
}

/** What the model can know from these messages. */
function notebook(messages: readonly Message[]): Notebook {
  const known: Notebook = { hasLooked: false, written: new Set(), doubted: new Map() }
  const asked = new Map<string, { readonly note: string; readonly round: number }>()
  let round = 0
  for (const message of messages) {
    if (message.role === "assistant") {
      round++
      for (const { id, arguments: given } of message.calls) asked.set(id, { note: String(given.note), round })
    }
    if (message.role !== "tool") continue
    const about = asked.get(message.call) ?? { note: "", round }
    const said = plainText(message.parts)
    if (message.name === "notes__list") look(known, said, about.round)
    if (message.name !== "notes__add") continue
    if (said === `Added ${about.note}.`) known.written.add(about.note)
    else known.doubted.set(about.note, about.round)
  }
  return known
}

/** A look in the same round as the writing proves nothing about it. */
function look(known: Notebook, said: string, round: number): void {
  known.hasLooked = true
  for (const [note, since] of known.doubted) {
    if (since >= round) continue
    known.doubted.delete(note)
    if (said.includes(note)) known.written.add(note)
  }
}
