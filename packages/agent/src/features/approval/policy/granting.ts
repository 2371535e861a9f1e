// Finds the grant that covers a session's call, unless something speaks against using it.
import type { Grant } from "../../../contracts/fact.ts"
import { type AskedFor, type Grants, grantFor } from "./grants.ts"
import type { HasReadSecrets } from "./secrets-read.ts"

export interface GrantingPorts {
  readonly grants: Grants
  /** The workspace. */
  readonly root: string
  readonly hasReadSecrets: HasReadSecrets
}

export async function grantIn(
  session: string,
  asked: AskedFor,
  ofSession: readonly Grant[],
  { grants, root, hasReadSecrets }: GrantingPorts,
): Promise<Grant | undefined> {
  const grant = grantFor(asked, [...ofSession, ...grants.list()], root)
  // A URL can carry away what was read.
  if (grant === undefined || !SENDS.has(asked.name)) return grant
  return (await hasReadSecrets(session)) ? undefined : grant
}

const SENDS: ReadonlySet<string> = new Set(["fetch_url"])
