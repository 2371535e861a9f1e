// The message for a session that refuses messages while a turn runs, with the commands to use.
import { isPawlError } from "@pawl/agent"
import { exitOfError } from "../exit-codes.ts"
import { Failure } from "../failure.ts"

/** The library's own message is for programs, which have other options. */
export function inCliWords(error: unknown, session: string): unknown {
  if (!isPawlError(error, "session-busy")) return error
  const advice = `Wait for its turn to end ("pawl resume ${session}" shows it), or end it with "pawl cancel ${session}"; then send this again. If its process is gone, "pawl cleanup" ends the turn.`
  return new Failure(exitOfError(error), `Session ${session} is busy. ${advice}`, { cause: error })
}
