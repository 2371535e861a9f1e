// Says something to a session that may be busy: then it waits for its turn, without leaving the prompt to another process.
import { isPawlError, type Session, type TurnStream } from "@pawl/agent"
import { badInput } from "../failure.ts"
import type { Input } from "./attachments.ts"

export async function sayWhenFree(
  session: Session,
  input: Input,
  signal: AbortSignal,
): Promise<TurnStream | undefined> {
  let isTold = false
  while (!signal.aborted) {
    // Read first: a turn that ends between the refusal and the wait must not be missed.
    const { seq } = await session.info()
    const stream = session.send(input, { whenBusy: "refuse" })
    if (await isAccepted(stream)) return stream
    await refuseWaiting(session)
    if (!isTold) process.stderr.write(`pawl: session ${session.id} is in the middle of a turn; yours comes after it\n`)
    isTold = true
    for await (const event of session.events({ after: seq, signal, failFast: true }))
      if (event.type === "turn-end") break
  }
  return undefined
}

async function isAccepted(stream: TurnStream): Promise<boolean> {
  try {
    await stream.accepted()
    return true
  } catch (error) {
    if (isPawlError(error, "session-busy")) return false
    throw error
  }
}

/** The person it waits for is not here: waiting with it could take for ever. */
async function refuseWaiting(session: Session): Promise<void> {
  const { status, openRequests } = await session.info()
  if (status !== "waiting" || openRequests.length === 0) return
  throw badInput(
    `Session ${session.id} waits for a person's decision (${openRequests.map(({ kind }) => kind).join(", ")}). Decide with pawl resume ${session.id} on a terminal, then say this again.`,
  )
}
