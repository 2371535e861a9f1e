// What was sent to a model at each call of a session: the stored sections, and the conversation at that time.
import { defined } from "../base/defined.ts"
import { withFront } from "../context/prompt/turn-front.ts"
import { text } from "../contracts/content.ts"
import type { Fact } from "../contracts/fact.ts"
import type { Message } from "../contracts/message.ts"
import { alternate } from "../kernel/state/alternate.ts"
import type { DigestPlace } from "../kernel/state/digest.ts"
import { foldFacts } from "../kernel/state/fold.ts"
import { messagesOf } from "../kernel/state/messages.ts"
import type { State } from "../kernel/state/state.ts"
import { emptyState } from "../registry/state.ts"

/** The fact of a request. */
export type Asked = Extract<Fact, { type: "model-asked" }>

/** What was sent to a model at one call. */
export interface RecordedRequest {
  /** Counted from 1, over all calls of the session. */
  readonly call: number
  /** The fact that records it. */
  readonly asked: Asked
  /** How it was answered; absent if a crash left it open. */
  readonly reply?: Extract<Fact, { type: "model-answered" | "model-failed" }>
  /** By name, hash and text; the text is absent if the blob is missing. */
  readonly sections: readonly RecordedSection[]
  /** The messages as sent. Empty for an aside: its section contains everything. */
  readonly messages: readonly Message[]
}

/** A section of a recorded request. */
export interface RecordedSection {
  readonly name: string
  readonly hash: string
  readonly text?: string
}

/** Where the texts of recorded requests are read from. */
export interface RequestSources {
  readonly blobs: { read(hash: string): Promise<Uint8Array | undefined> }
  /** Where the profile shows a digest of the history: in its own message, or in the system prompt. */
  readonly place?: "message" | "system"
}

/**
 * What was sent at each model call, one at a time, so that a long session need not be held in memory.
 *
 * @example
 * ```ts
 * import { recordedRequests } from "@pawl/agent/replay"
 *
 * const sent = recordedRequests(await session.facts(), { blobs: store.blobs })
 * for await (const { call, messages } of sent) console.log(call, messages.length)
 * ```
 */
export async function* recordedRequests(
  facts: readonly Fact[],
  sources: RequestSources,
): AsyncGenerator<RecordedRequest, void, void> {
  const states = statesAt(facts)
  const replies = repliesIn(facts)
  let call = 0
  for (const asked of facts) {
    if (asked.type !== "model-asked") continue
    call += 1
    const reply = replies.get(asked.seq)
    const sent = await sentAt(asked, states.get(asked.seen) ?? emptyState, sources)
    yield { call, asked, ...sent, ...defined({ reply }) }
  }
}

/** What was sent: the sections, and the conversation as it was then. `state`: that after the fact `asked.seen`. */
export async function sentAt(
  asked: Asked,
  state: State,
  { blobs, place = "message" }: RequestSources,
): Promise<Pick<RecordedRequest, "sections" | "messages">> {
  const sections = await Promise.all(
    Object.entries(asked.sections).map(async ([name, hash]) => read(name, hash, blobs)),
  )
  const textOf = (wanted: string) => sections.find(({ name }) => name === wanted)?.text ?? ""
  if (asked.purpose !== undefined) return { sections, messages: [] }
  if (asked.phase === "route") return { sections, messages: [routeMessage(textOf("route"))] }
  return { sections, messages: sent(state, textOf("turn"), place === "system" ? "words" : "message") }
}

/** Only the states that a request was built from. */
function statesAt(facts: readonly Fact[]): ReadonlyMap<number, State> {
  const wanted = new Set(facts.flatMap((fact) => (fact.type === "model-asked" ? [fact.seen] : [])))
  const states = new Map<number, State>()
  foldFacts(facts, emptyState, (_before, { seq }, state) => wanted.has(seq) && states.set(seq, state))
  return states
}

async function read(name: string, hash: string, blobs: RequestSources["blobs"]): Promise<RecordedSection> {
  const bytes = await blobs.read(hash)
  return { name, hash, ...(bytes !== undefined && { text: new TextDecoder().decode(bytes) }) }
}

type Reply = NonNullable<RecordedRequest["reply"]>

/** By the seq of the request. A summary that a crash left open is asked for again under the same attempt. */
function repliesIn(facts: readonly Fact[]): ReadonlyMap<number, Reply> {
  const open = new Map<string, number>()
  const replies = new Map<number, Reply>()
  for (const fact of facts) {
    if (fact.type === "model-asked") open.set(fact.attempt, fact.seq)
    if (fact.type !== "model-answered" && fact.type !== "model-failed") continue
    const asked = open.get(fact.attempt)
    if (asked !== undefined) replies.set(asked, fact)
    open.delete(fact.attempt)
  }
  return replies
}

/** A router is shown only its section. */
function routeMessage(section: string): Message {
  return { role: "user", parts: [text(section)] }
}

function sent(state: State, front: string, place: DigestPlace): readonly Message[] {
  const messages = messagesOf(state, place)
  return alternate(front === "" ? messages : withFront(messages, state, front))
}
