// Says something to a session that may be busy: then it waits for its turn, without leaving the prompt to another process. Where
// the session's profile refuses what comes meanwhile, it is refused.
import { isPawlError, type Session, type SessionRow, type TurnStream } from "@pawl/agent"
import { badInput, type Failure } from "../failure.ts"
import { err } from "../terminal/screen.ts"
import type { Input } from "./attachments.ts"
import { inCliWords } from "./busy.ts"

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
    if (await isAccepted(stream, session.whenBusy, session.id)) return stream
    await refuseWaiting(session)
    if (!isTold) err.line(`pawl: session ${session.id} is in the middle of a turn; yours comes after it`)
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

/** The person it waits for is not here: waiting with it could take for ever. */
async function refuseWaiting(session: Session): Promise<void> {
  const row = await session.info()
  if (row.status === "waiting" && row.openRequests.length > 0) throw waitsForPerson(row, ", then say this again")
}

/** Nobody who was not asked has decided anything: it goes on waiting. */
export function waitsForPerson({ id, openRequests }: SessionRow, andThen = ""): Failure {
  const kinds = openRequests.map(({ kind }) => kind).join(", ")
  return badInput(
    `Session ${id} waits for a person's decision (${kinds}). Decide with pawl resume ${id} on a terminal${andThen}.`,
  )
}
