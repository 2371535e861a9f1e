// Finds the grant that covers a session's call, unless something speaks against using it.
import type { Grant } from "../../../contracts/fact.ts"
import { type AskedFor, type Grants, grantFor } from "./grants.ts"
import { leavesWorkspace } from "./named-paths.ts"
import type { HasReadSecrets } from "./secrets-read.ts"

/** The session whose call asks, and its owner. */
export interface Asking {
  readonly session: string
  readonly owner: string | undefined
}

export interface GrantingPorts {
  readonly grants: Pick<Grants, "list">
  /** The workspace. */
  readonly root: string
  readonly hasReadSecrets: HasReadSecrets
}

export async function grantIn(
  { session, owner }: Asking,
  asked: AskedFor,
  ofSession: readonly Grant[],
  { grants, root, hasReadSecrets }: GrantingPorts,
): Promise<Grant | undefined> {
  const grant = grantFor(asked, [...ofSession, ...(await grants.list(owner))], root)
  // A URL can carry away what was read.
  if (grant === undefined || !SENDS.has(asked.name)) return grant
  return (await hasReadSecrets(session)) ? undefined : grant
}

/**
 * Whether the call has to be asked about whatever a person allows in general: no grant for the session would cover it, or
 * it names something outside of the workspace.
 */
export async function isGraveCall(of: Asking, asked: AskedFor, ports: GrantingPorts): Promise<boolean> {
  if (leavesWorkspace(asked, ports.root)) return true
  const all: Grant = { tool: asked.name, scope: "session", workspace: ports.root }
  return (await grantIn(of, asked, [all], { ...ports, grants: { list: () => [] } })) === undefined
}

const SENDS: ReadonlySet<string> = new Set(["fetch_url"])
