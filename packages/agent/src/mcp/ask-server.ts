// Requests to a server other than tool calls. They only read, so they may be repeated; their failures are plain text.
import { defined } from "../base/defined.ts"
import type { JsonObject } from "../contracts/json.ts"
import { ToolFailure } from "../tools/tool.ts"
import type { McpServer } from "./config.ts"
import { isRecord } from "./config.ts"
import type { RequestHow } from "./connection.ts"
import { explain, hideSecrets, isOwnAnswer } from "./explain-errors.ts"
import type { Supervisor } from "./supervisor.ts"

export type AskServer = (method: string, params: JsonObject, how?: Pick<RequestHow, "signal">) => Promise<Answered>

type Answered = Record<string, unknown>

export function askServer(server: McpServer, supervisor: Supervisor, timeoutMs: number): AskServer {
  return async (method, params, { signal } = {}) => {
    const connection = await supervisor.connect()
    const how = { timeoutMs, ...defined({ signal }) }
    try {
      const answer = await supervisor.track(connection, connection.request(method, params, how))
      supervisor.answered(connection)
      return answer
    } catch (error) {
      const why = explain(error, server, timeoutMs)
      const said = isOwnAnswer(error)
        ? `MCP server "${server.key}" refused: ${why}`
        : `MCP server "${server.key}": ${why}`
      throw new ToolFailure("server-unavailable", hideSecrets(`${said}.`, server))
    }
  }
}

// More pages than any real server has. It ends the loop for a server whose pages lead in circles.
const MAX_PAGES = 50

/** All pages of a list. A server that does not know the method has nothing to list. */
export async function listAll(
  ask: AskServer,
  method: string,
  field: string,
  how?: Pick<RequestHow, "signal">,
): Promise<readonly Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = []
  const seen = new Set<unknown>()
  for (let cursor: unknown; seen.size < MAX_PAGES; ) {
    const page = await ask(method, typeof cursor === "string" ? { cursor } : {}, how)
    const items: readonly unknown[] = Array.isArray(page[field]) ? page[field] : []
    all.push(...items.filter(isRecord))
    cursor = page.nextCursor
    if (typeof cursor !== "string" || seen.has(cursor)) break
    seen.add(cursor)
  }
  return all
}
