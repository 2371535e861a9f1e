// What of a server's entry nobody may hear of: known exactly, so it is found wherever the server repeats it.
import type { McpServer } from "./config.ts"

export function entrySecrets(server: McpServer): readonly string[] {
  const named = Object.entries(server.kind === "stdio" ? server.env : server.headers)
  const found = named.flatMap(([name, value]) => (isSecretName(name) && !isPath(value) ? [value] : []))
  const own = server.kind === "http" && server.oauth?.clientSecret !== undefined ? [server.oauth.clientSecret] : []
  // "Bearer abc": the server may repeat the second word alone.
  return [...found.flatMap((value) => [value, ...value.split(" ").slice(1)]), ...own]
}

function isSecretName(name: string): boolean {
  return SECRET_WORD.test(name) || /(?:key|token|secret|password)$/i.test(name)
}

const SECRET_WORD =
  /(?:^|[_-])(?:key|token|secret|pass|passwd|password|passphrase|pwd|pat|auth|authorization|creds?|credentials?|cookie)(?:[_-]|$)/i

/** Where a secret lies is none. */
function isPath(value: string): boolean {
  return /^(?:~|\.{0,2})\/|^[A-Za-z]:[\\/]/.test(value)
}
