// What features do for a call that runs or is given up.
import { ABANDON_NEEDS, abandonChild } from "../features/delegation/abandon-child.ts"
import { REQUEST_NEEDS, runWithRequests } from "../features/questions/run-with-requests.ts"

export const AROUND_NEEDS = [...REQUEST_NEEDS, ...ABANDON_NEEDS] as const

/** Runs the body, and serves its requests meanwhile. */
export const serveBody = runWithRequests

/** The result of a call that was given up. */
export const giveUp = abandonChild
