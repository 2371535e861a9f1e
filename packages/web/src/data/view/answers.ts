// The answers of a view: how one that is written becomes a message of its turn, and where the card of a call belongs.
import { newCard } from "./cards.ts"
import type { SessionView, ViewAnswer, ViewCard, ViewMessage } from "./session-view.ts"

export function withMessage(view: SessionView, message: ViewMessage): SessionView {
  return inLastTurn(view, (messages) => [...messages, message])
}

function inLastTurn(
  view: SessionView,
  change: (messages: readonly ViewMessage[]) => readonly ViewMessage[],
): SessionView {
  const last = view.turns.at(-1)
  if (last === undefined) return view
  return { ...view, turns: [...view.turns.slice(0, -1), { ...last, messages: change(last.messages) }] }
}

interface End extends Pick<ViewAnswer, "seq" | "at" | "ended"> {
  readonly attempt: string
  /** As it is stored; what was streamed unless given. */
  readonly text?: string
}

/** The answer that was written becomes a message. It stays without parts until its calls are heard of. */
export function withEnd(view: SessionView, { attempt, text, ended, ...where }: End): SessionView {
  const { live } = view
  const isThis = live?.attempt === attempt
  const said = text ?? (isThis ? live.text : "")
  // Thoughts of an answer that was cut off are not stored.
  const thinking = isThis && ended === undefined ? live.thinking : ""
  const parts: ViewAnswer["parts"] = [
    ...(thinking === "" ? [] : [{ type: "thinking", text: thinking } as const]),
    ...(said.trim() === "" ? [] : [{ type: "text", text: said } as const]),
  ]
  const rest = { ...view, live: undefined, activity: undefined }
  if (ended !== undefined && parts.length === 0) return rest
  return withMessage(rest, {
    role: "assistant",
    ...where,
    attempt,
    parts,
    ...(ended !== undefined && { ended }),
  })
}

/** What was cut off says nothing. What the model was asked to say again stays, and is marked. */
export function withoutAnswer(view: SessionView, attempt: string, why: "crashed" | "failed" | "nudged"): SessionView {
  if (why !== "nudged") return { ...view, live: undefined }
  return inLastTurn(view, (messages) => {
    const place = messages.findLastIndex(
      (message) => message.role === "assistant" && (message.attempt ?? attempt) === attempt,
    )
    return messages.map((message, at) =>
      at === place && message.role === "assistant" ? { ...message, ended: "abandoned" } : message,
    )
  })
}

/** Words that end a turn and are no answer of a model: those of a tool, or of the runtime. */
export function withClosingWords(
  view: SessionView,
  { text, ...where }: { readonly text: string; readonly seq: number; readonly at: number },
): SessionView {
  const said = (view.turns.at(-1)?.messages ?? []).flatMap((message) =>
    message.role === "assistant" ? message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])) : [],
  )
  if (bare(said.join("")).endsWith(bare(text))) return view
  return withMessage(view, { role: "assistant", ...where, attempt: "", parts: [{ type: "text", text }] })
}

/** An answer may be stored with other white space than the text that ends its turn. */
function bare(text: string): string {
  return text.replaceAll(/\s/g, "")
}

interface CallAt {
  readonly call: string
  readonly now: number
}

/** A call that is not known yet is one of the last answer. A turn may take up the calls of the one before. */
export function withCard(view: SessionView, { call, now }: CallAt, change: (card: ViewCard) => ViewCard): SessionView {
  const place = view.turns.findLastIndex(({ messages }) => messages.some((message) => hasCard(message, call)))
  if (place === -1) return inLastTurn(view, (messages) => withNewCard(messages, change(newCard(call)), now))
  const turns = view.turns.map((turn, at) =>
    at === place ? { ...turn, messages: turn.messages.map((message) => changed(message, call, change)) } : turn,
  )
  return { ...view, turns }
}

function withNewCard(messages: readonly ViewMessage[], card: ViewCard, at: number): readonly ViewMessage[] {
  const place = messages.findLastIndex(({ role, ...rest }) => role === "assistant" && !("ended" in rest))
  if (place === -1) return [...messages, { role: "assistant", seq: 0, at, parts: [card] }]
  return messages.map((message, index) =>
    index === place && message.role === "assistant" ? { ...message, parts: [...message.parts, card] } : message,
  )
}

function hasCard(message: ViewMessage, call: string): message is ViewAnswer {
  return message.role === "assistant" && message.parts.some((part) => part.type === "tool" && part.call === call)
}

function changed(message: ViewMessage, call: string, change: (card: ViewCard) => ViewCard): ViewMessage {
  if (!hasCard(message, call)) return message
  return {
    ...message,
    parts: message.parts.map((part) => (part.type === "tool" && part.call === call ? change(part) : part)),
  }
}
