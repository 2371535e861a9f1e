// Finds a command that was sent before under the same id: the same input is carried out once, and another one is not dropped in silence.
import type { Say } from "../contracts/command.ts"
import type { Part } from "../contracts/content.ts"
import { inputWithdrawn, PawlError } from "../contracts/error.ts"
import type { Store } from "../contracts/store.ts"
import { spill } from "../kernel/performers/spill.ts"

type Reads = { readonly log: Pick<Store["log"], "read">; readonly inbox: Pick<Store["inbox"], "read"> }

interface Sent {
  /** Its input as the log holds it; undefined if it was a command without any. */
  readonly input: readonly Part[] | undefined
  /** It was a message, and was taken back. */
  readonly isWithdrawn?: boolean
  /** The `seq` before it; undefined while it waits. */
  readonly before?: number
}

const PAGE = 500

/** The inbox is read first: a command leaves it for the log, never the other way. */
export async function sentBefore(store: Reads, session: string, id: string): Promise<Sent | undefined> {
  const waiting = (await store.inbox.read(session)).find(({ command }) => command.id === id)?.command
  if (waiting?.kind === "unsend") return { input: undefined, isWithdrawn: true }
  if (waiting !== undefined) return { input: waiting.kind === "say" ? spill(waiting.input).content : undefined }
  for (let seq = 0; ; ) {
    const facts = await store.log.read(session, seq, PAGE)
    const fact = facts.find((each) => "command" in each && each.command === id)
    if (fact?.type === "input-withdrawn") return { input: undefined, isWithdrawn: true }
    if (fact !== undefined) return { input: "input" in fact ? fact.input : undefined, before: fact.seq - 1 }
    seq = facts.at(-1)?.seq ?? seq
    if (facts.length < PAGE) return undefined
  }
}

/** Where the events of the first one begin. `now`: the `seq` of the log when this one was sent. */
export async function placeOfFirst(store: Reads, session: string, say: Say, now: number): Promise<number> {
  const first = await sentBefore(store, session, say.id)
  if (first === undefined) return 0
  if (first.isWithdrawn === true) throw inputWithdrawn(session, say.id)
  // The note of a retry is Pawl's own, and names an error that may be another one by now.
  const isSame = say.retry === true || JSON.stringify(first.input) === JSON.stringify(spill(say.input).content)
  if (isSame && first.input !== undefined) return first.before ?? now
  throw new PawlError(
    "id-used",
    `Session ${session} got another command with the id "${say.id}" before, so this one was not carried out. Send it with an id of its own.`,
  )
}
