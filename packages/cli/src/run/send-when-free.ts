// Sends a message to a session that may be busy: it waits for the running turn, and does not leave the prompt to another
// process. If the session's profile refuses messages during a turn, the message is refused.
import {
  isPawlError,
  type JsonObject,
  type SendOptions,
  type Session,
  type SessionRow,
  type TurnStream,
} from "@pawl/agent"
import { badInput, type Failure } from "../failure.ts"
import { err } from "../terminal/screen.ts"
import type { Input } from "./attachments.ts"
import { inCliWords } from "./busy.ts"

interface FreeOptions extends Pick<SendOptions, "approval" | "priority"> {
  readonly signal: AbortSignal
  /** What the answer has to fit. */
  readonly output?: JsonObject
}

export async function sayWhenFree(
  session: Session,
  input: Input,
  { signal, ...how }: FreeOptions,
): Promise<TurnStream | undefined> {
  let isTold = false
  while (!signal.aborted) {
    // Read this first, so that a turn's end between the refusal and the wait is not missed.
    const { seq } = await session.info()
    const stream = session.send(input, { ...how, whenBusy: "refuse" })
    if (await isAccepted(stream, session.whenBusy, session.id)) return stream
    await refuseWaiting(session)
    if (!isTold) err.line(`pawl: session ${session.id} is running a turn; your message is sent when it ends`)
    isTold = true
    for await (const event of session.events({ after: seq, signal, failFast: true }))
      if (event.type === "turn-end") break
  }
  return undefined
}

async function isAccepted(stream: TurnStream, whenBusy: Session["whenBusy"], session: string): Promise<boolean> {
  try {
    await stream.accepted()
    return true
  } catch (error) {
    if (whenBusy !== "refuse" && isPawlError(error, "session-busy")) return false
    throw inCliWords(error, session)
  }
}

/** A session that waits for a person's decision may wait forever, so do not wait with it. */
async function refuseWaiting(session: Session): Promise<void> {
  const row = await session.info()
  if (row.status === "waiting" && row.openRequests.length > 0) throw waitsForPerson(row, ", then send this again")
}

/** The error for a session that waits for a decision. The session goes on waiting. */
export function waitsForPerson({ id, openRequests }: SessionRow, andThen = ""): Failure {
  const kinds = openRequests.map(({ kind }) => kind).join(", ")
  return badInput(
    `Session ${id} waits for a person's decision (${kinds}). Run "pawl resume ${id}" on a terminal to decide${andThen}.`,
  )
}
