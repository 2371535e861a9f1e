// What a person who wants to follow a session gets: its handle, and a place in its log that exists.
import type { Session } from "@pawl/agent"
import type { Principal } from "../access/principal.ts"
import { HttpError } from "../http/envelope.ts"
import type { Services } from "../services.ts"
import { follow } from "./follow.ts"
import type { Frame } from "./frame.ts"

export interface Wanted {
  readonly session: string
  readonly after: string
  readonly principal: Principal
  readonly signal: AbortSignal
}

/** Refuses a session that the person may not see, and a position that the session never had. */
export async function view(wanted: Wanted, services: Services): Promise<AsyncGenerator<readonly Frame[], void, void>> {
  const { after, principal, signal } = wanted
  const { session, seq } = await services.workspaces.opened(principal, wanted.session)
  refusePosition(session, seq, after)
  return follow({ session, seq, after, feeds: services.feeds, signal })
}

function refusePosition(session: Session, seq: number, after: string): void {
  // Throws if it is no position at all. A generator that never runs costs nothing.
  session.events({ after })
  if (Number.parseInt(after, 10) > seq)
    throw new HttpError(
      400,
      "position-missing",
      `The log of this session ends at ${seq}, before position "${after}". Begin again with after=0.`,
    )
}
