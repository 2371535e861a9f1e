// Starts one server to see: what it offers, or why it does not.
import { loadServers, mcpTools } from "@pawl/agent/mcp"
import type { Settings } from "../config/settings.ts"
import { plain } from "../plain.ts"
import { placed, problemIn, type Server } from "../servers.ts"

export interface Probed {
  readonly ok: boolean
  readonly text: string
}

export async function probeServer(server: Server, { workspace }: Settings): Promise<Probed> {
  try {
    return await startAndLook(server, workspace)
  } catch (error) {
    return { ok: false, text: problemIn(error).replace(/^server "[^"]*": /, "") }
  }
}

async function startAndLook(server: Server, workspace: string): Promise<Probed> {
  const entries = { mcpServers: { [server.name]: placed(server, workspace) } }
  // No stored list: what counts is what it says now.
  const servers = mcpTools(loadServers(entries))
  try {
    const status = await servers.probe(server.key)
    if (status?.error !== undefined) return { ok: false, text: reasonIn(status.error) }
    const names = servers.tools().map(({ name }) => plain(name))
    return {
      ok: true,
      text: names.length === 0 ? "starts, and offers no tools" : `${names.length} tools: ${names.join(", ")}`,
    }
  } finally {
    await servers.close()
  }
}

/** Without the server's name, which stands before it. */
function reasonIn(error: string): string {
  return plain(error.replace(/^MCP server "[^"]*" /, "")).replace(/\s*\n\s*/g, " ")
}
