// What a person may do with messages that wait for the end of a turn, besides letting them wait.
import type { Session } from "@pawl/agent"
import type { Input } from "../run/attachments.ts"
import { partsText } from "../run/notes.ts"

type QueueOf = Pick<Session, "queued" | "unsend">

/** Undefined when it has begun meanwhile. */
export async function takenBack(session: QueueOf, id: string): Promise<string | undefined> {
  const message = (await session.queued()).find((each) => each.id === id)
  if (message === undefined || !(await session.unsend(id))) return undefined
  return partsText(message.input)
}

/**
 * Moves a message by one place. A queue grows at its end only, so the others are sent again behind it. A message is sent
 * before its first copy is taken back: a crash in between leaves it twice, and never loses it.
 */
export async function moveQueued(
  session: QueueOf,
  { id, by }: { readonly id: string; readonly by: -1 | 1 },
  sendAgain: (input: Input, of: string) => Promise<string>,
): Promise<void> {
  const messages = await session.queued()
  const at = messages.findIndex((each) => each.id === id)
  const to = at + by
  if (at < 0 || to < 0 || to >= messages.length) return
  const first = Math.min(at, to)
  for (const message of messages.filter((_, index) => index === first || index > first + 1)) {
    const copy = await sendAgain(message.input, message.id)
    // It has begun meanwhile, so the copy is one too many.
    if (!(await session.unsend(message.id))) await session.unsend(copy)
  }
}
