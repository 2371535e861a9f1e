// The messages of a session that wait for the end of a turn: what they are, and how one is taken back or joins the turn.
import { defined } from "../base/defined.ts"
import type { QueueChange } from "../contracts/command.ts"
import type { Part } from "../contracts/content.ts"
import type { HandlePorts } from "./handle-types.ts"
import { sentBefore } from "./sent-before.ts"

/** A message that waits for the end of a turn. */
export interface QueuedMessage {
  /** The id that it was sent with. */
  readonly id: string
  /** Text and attachments. */
  readonly input: readonly Part[]
  /** When it was sent, in milliseconds since 1970; absent if an older version sent it. */
  readonly at?: number
  /** The sender's name, if one was given. */
  readonly by?: string
}

type Ports = Pick<HandlePorts, "store" | "host">

/** Oldest first: the order in which they begin. */
export async function queuedMessages({ store }: Ports, session: string): Promise<readonly QueuedMessage[]> {
  return (await store.inbox.read(session)).flatMap(({ command }) => {
    if (command.kind !== "say" || command.whenBusy !== "queue") return []
    const { id, input, at, by } = command
    return [{ id, input, ...defined({ at, by }) }]
  })
}

/** The store decides: true if the message waited. One that was taken back before is taken back: the answer may have been lost. */
export async function changeQueued(
  { store, host }: Ports,
  session: string,
  { id, change }: { readonly id: string; readonly change: QueueChange },
): Promise<boolean> {
  const place = await store.inbox.change(session, id, change)
  if (place === undefined) return change.to === "unsend" && (await isWithdrawn(store, session, id))
  await host.wake(session, { place })
  return true
}

async function isWithdrawn(store: Ports["store"], session: string, id: string): Promise<boolean> {
  return (await sentBefore(store, session, id))?.isWithdrawn === true
}
