// What features do for a call that runs, or that is given up.
import { ABANDON_NEEDS, abandonChild } from "../features/delegation/abandon-child.ts"
import { REQUEST_NEEDS, runWithRequests } from "../features/questions/run-with-requests.ts"

export const AROUND_NEEDS = [...REQUEST_NEEDS, ...ABANDON_NEEDS] as const

/** Lets the body run and serves what it asks for meanwhile. */
export const serveBody = runWithRequests

/** The result of a call that nobody waits for any more. */
export const giveUp = abandonChild
