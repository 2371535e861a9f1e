// What features do for a call that runs or is given up.
import { ABANDON_NEEDS, abandonChild } from "../features/delegation/abandon-child.ts"
import { REQUEST_NEEDS, serveRequests } from "../features/questions/run-with-requests.ts"
import { ToolRequests } from "../features/questions/tool-requests.ts"

export const AROUND_NEEDS = [...REQUEST_NEEDS, ...ABANDON_NEEDS] as const

/** What a body asks for while it runs: made when it asks. */
export { ToolRequests as BodyRequests }

/** Serves the requests of a body until it has ended. */
export const serveBody = serveRequests

/** The result of a call that was given up. */
export const giveUp = abandonChild
