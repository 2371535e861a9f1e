// The text that a model is shown in place of dropped messages: the user's words verbatim, the contract, and a
// summary. The summary may be wrong; the contract is not, and the text says so.
import type { Contract, Said } from "../../contracts/compaction.ts"
import { type Part, text } from "../../contracts/content.ts"
import type { Message, UserMessage } from "../../contracts/message.ts"
import type { Digest } from "../../features/compaction/slice.ts"

/** `message`: the whole digest. `words`: only what the user said, because the rest is in the system prompt. */
export type DigestPlace = "message" | "words"

/** Puts the digest first: as a message of its own, or at the start of the first user message. */
export function withDigest(digest: Digest, later: readonly Message[], place: DigestPlace): readonly Message[] {
  const head = place === "message" ? headOf(digest) : wordsOf(digest)
  const [first, ...rest] = later
  if (first?.role !== "user") return [head, ...later]
  return [joined(head, first), ...rest]
}

export function headOf(digest: Digest): UserMessage {
  const known = heads.get(digest)
  if (known !== undefined) return known
  const head: UserMessage = { role: "user", parts: joinTexts(digestParts(digest)), from: "digest" }
  heads.set(digest, head)
  return head
}

function wordsOf(digest: Digest): UserMessage {
  const known = words.get(digest)
  if (known !== undefined) return known
  const message: UserMessage = {
    role: "user",
    parts: joinTexts([text(BEGIN), ...saidIn(digest.contract), text(END)]),
    from: "digest",
  }
  words.set(digest, message)
  return message
}

const heads = new WeakMap<Digest, UserMessage>()
const words = new WeakMap<Digest, UserMessage>()
const joins = new WeakMap<UserMessage, { readonly head: UserMessage; readonly message: UserMessage }>()

/** Many models treat two user messages in a row as one. */
function joined(head: UserMessage, first: UserMessage): UserMessage {
  const known = joins.get(first)
  if (known?.head === head) return known.message
  const message: UserMessage = { role: "user", parts: [...head.parts, ...first.parts], from: "digest" }
  joins.set(first, { head, message })
  return message
}

/** The whole digest, part by part. */
export function digestParts(digest: Digest): readonly Part[] {
  const carried = renderDigest(digest)
  return [text(BEGIN), ...saidIn(digest.contract), ...(carried === "" ? [] : [text(carried)]), text(END)]
}

/** A user may have said hundreds of things: one text is cheaper to send and to count than hundreds. */
function joinTexts(parts: readonly Part[]): readonly Part[] {
  const few: Part[] = []
  for (const part of parts) {
    const last = few.at(-1)
    if (part.type === "text" && last?.type === "text") few[few.length - 1] = text(`${last.text}\n${part.text}`)
    else few.push(part)
  }
  return few
}

function saidIn({ said = [] }: Contract): readonly Part[] {
  return said.flatMap((each) => [text(labelOf(each)), ...each.parts])
}

/** Everything except the user's words. */
export function renderDigest({ summary, contract }: Digest): string {
  const words =
    summary.trim() === "" ? [] : [`Summary of what was done (where it differs, the rest is right):\n${summary}`]
  return [renderContract(contract), ...words].filter((each) => each !== "").join("\n\n")
}

/** Kept short, because there is one for each user input. */
export function labelOf({ at, cut }: Said): string {
  const who = at === 0 ? "The user, at first" : "The user"
  return cut === undefined ? `[${who}]` : `[${who}; ${cut} characters left out]`
}

function renderContract(contract: Contract): string {
  const lists = LISTS.flatMap(({ field, title }) => {
    const items = contract[field] ?? []
    return items.length === 0 ? [] : [`${title}:\n${items.map((item) => `- ${item}`).join("\n")}`]
  })
  const goal = contract.said?.length || !contract.goal ? [] : [`Goal, in the user's words: ${contract.goal}`]
  return [...goal, ...lists].join("\n\n")
}

const LISTS = [
  { field: "constraints", title: "Also said by the user" },
  { field: "open", title: "Still open: listed, and not dealt with so far" },
  { field: "decisions", title: "Decided with the user" },
  { field: "approvals", title: "Approvals" },
  { field: "effects", title: "Calls whose outcome is unknown: verify before you repeat them" },
  { field: "files", title: "Files so far" },
  { field: "lost", title: "Left out because there was no room" },
] as const satisfies readonly { readonly field: keyof Contract; readonly title: string }[]

const BEGIN =
  "[The conversation so far was condensed. This stands for the messages before the ones below: what the user said word for word, what was decided, a summary.]"
const END = "[The conversation goes on from here.]"
