// Explains a call to a server that has no tools: it is down, starting, or its entry is wrong. Without the explanation the
// model would assume that there is no such server.
import { wholeText } from "../base/well-formed.ts"
import type { BrokenServer } from "./config.ts"
import { advice } from "./explain-errors.ts"
import { serverName } from "./names.ts"
import type { ServerStatus } from "./server-link.ts"

/** `called`: as the model wrote it, `server__tool` or similar. Undefined when it means none of these servers. */
export function whyMissing(called: string, servers: readonly ServerStatus[], now: number): string | undefined {
  const [, asked = ""] = /^(.+?)(?:__|[./:])/s.exec(called) ?? []
  const meant = servers.find(({ key }) => key === asked || key === serverName(asked))
  if (meant === undefined || meant.tools > 0) return undefined
  const { key, error, state } = meant
  if (error !== undefined) return `${error} The call was not sent. ${advice(meant, now, true)}`
  if (state === "ready") return `MCP server "${key}" has no tools.`
  return `MCP server "${key}" has not listed its tools yet. The call was not sent: try again in a moment.`
}

export function statusOfBroken({ key, name, problem }: BrokenServer, since: number): ServerStatus {
  const error = wholeText(`MCP server "${name}" is misconfigured: ${problem}.`)
  return { key: wholeText(key), tools: 0, state: "misconfigured", since, error }
}
