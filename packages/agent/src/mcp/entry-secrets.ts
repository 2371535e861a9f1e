// The secrets in a server's entry. They are known exactly, so they can be masked wherever the server repeats them.
import type { McpServer } from "./config.ts"
import { passedEnvironment } from "./passed-environment.ts"

/** `passed`: the variables that a program gets besides its own; the address of a proxy may have a password. */
export function entrySecrets(
  server: McpServer,
  passed: Readonly<Record<string, string>> = passedEnvironment(process.env),
): readonly string[] {
  const named = Object.entries(server.kind === "stdio" ? server.env : server.headers)
  const found = named.flatMap(([name, value]) => (isSecretName(name) && !isPath(value) ? [value] : []))
  const inValues = named.flatMap(([, value]) => [...passwordsIn(value), ...(isToken(value) ? [value] : [])])
  const own = server.kind === "http" && server.oauth?.clientSecret !== undefined ? [server.oauth.clientSecret] : []
  const proxies = server.kind === "stdio" ? Object.values(passed).flatMap(passwordsIn) : []
  // "Bearer abc": the server may repeat the second word alone.
  return [...found.flatMap((value) => [value, ...value.split(" ").slice(1)]), ...inValues, ...proxies, ...own]
}

/** "postgres://ada:PASSWORD@host", or a key in the place of the name, as in "https://KEY@host". */
function passwordsIn(value: string): readonly string[] {
  return Array.from(value.matchAll(/:\/\/([^/@:\s]+)(?::([^/@\s]+))?@/g), ([, name = "", password]) => password ?? name)
}

/** A long run of letters and digits, longer than host names and versions are, whatever its variable is called. */
function isToken(value: string): boolean {
  return value.length >= LONG_TOKEN && /^[\w.+=~-]+$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value)
}

const LONG_TOKEN = 20

function isSecretName(name: string): boolean {
  return SECRET_WORD.test(name) || /(?:key|token|secret|password)$/i.test(name)
}

const SECRET_WORD =
  /(?:^|[_-])(?:key|token|secret|pass|passwd|password|passphrase|pwd|pat|auth|authorization|creds?|credentials?|cookie)(?:[_-]|$)/i

/** The path of a secret is not a secret. */
function isPath(value: string): boolean {
  return /^(?:~|\.{0,2})\/|^[A-Za-z]:[\\/]/.test(value)
}
