// A session that takes nothing while a turn runs, in words of the command line.
import { isPawlError } from "@pawl/agent"
import { exitOfError } from "../exit-codes.ts"
import { Failure } from "../failure.ts"

/** What the library says of it is for programs: they have other options. */
export function inCliWords(error: unknown, session: string): unknown {
  if (!isPawlError(error, "session-busy")) return error
  const advice = `Wait for its turn to end (pawl resume ${session} shows it), or end it with pawl cancel ${session}; then say this again. If its process is gone, pawl cleanup ends it.`
  return new Failure(exitOfError(error), `Session ${session} is busy. ${advice}`, { cause: error })
}
