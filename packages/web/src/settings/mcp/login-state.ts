// Whether a login to an MCP server counts.
import type { ServerInfo } from "./server-card.tsx"

type Known = Pick<ServerInfo, "loggedIn" | "status">

/** A stored login may be one that the server no longer takes. */
export function isLoggedIn({ loggedIn, status }: Known): boolean {
  return loggedIn && status?.loginNeeded !== true
}
