// What a person can do with a session and its turns.
import { newId } from "@pawl/client"
import { client } from "../data/client.ts"
import type { LiveSession } from "../data/live-session.ts"
import type { ViewTurn } from "../data/view/session-view.ts"
import { textOf } from "./message/user-message.tsx"

/** The id of a session with the past up to the end of a turn; all of it unless a turn is given. */
export async function branchAfter(live: LiveSession, turn?: ViewTurn): Promise<string> {
  const { turns } = live.view.get()
  const next = turn === undefined ? undefined : turns.find((each) => each.turn > turn.turn)
  return fork(live.id, next === undefined ? {} : { at: startOf(next) - 1 })
}

async function fork(session: string, body: { readonly at?: number }): Promise<string> {
  return (await client.call("sessions.fork", { params: { session }, body })).id
}

/** The fact that begins it. */
export function startOf({ messages }: ViewTurn): number {
  return messages[0]?.seq ?? 1
}

/** A turn that failed goes on where it was; the words of any other one are sent again. Files of it cannot be. */
export async function retried(live: LiveSession, turn = live.view.get().turns.at(-1)): Promise<void> {
  const parts = turn?.messages[0]?.parts ?? []
  const text = textOf(parts as Parameters<typeof textOf>[0])
  const isOnlyText = text !== "" && parts.every(({ type }) => type === "text")
  if (turn?.outcome === "failed" || !isOnlyText) return live.retry()
  await live.sender.send(text, { id: newId(), parts: [{ type: "text", text }] })
}
