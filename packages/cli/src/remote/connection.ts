// A connection to the server of the settings, whose errors are the library's.
import { type Client, type ConnectOptions, connect } from "@pawl/client"
import { withLibraryErrors } from "./library-errors.ts"
import type { ServerPlace } from "./place.ts"

/** Fewer tries than for a program: a person waits. */
const TRIES = 4

export function connected(
  { url, token }: ServerPlace,
  how: Pick<ConnectOptions, "onLost" | "onCrowded" | "giveUpMs" | "pauses"> = {},
): Client {
  return withLibraryErrors(connect({ url, tries: TRIES, ...(token !== undefined && { token }), ...how }))
}
