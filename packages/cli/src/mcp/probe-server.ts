// Starts one server to test it: reports what it offers and how long that took, or why it failed.
import { loadServers, mcpTools, type ServerStatus } from "@pawl/agent/mcp"
import { placed, problemIn, type Server } from "../agent/servers.ts"
import type { Settings } from "../config/settings.ts"
import { files } from "../folders.ts"
import { named } from "../terminal/plain.ts"

export type Probed =
  | {
      readonly ok: true
      /** From the start to the list of its tools. */
      readonly ms: number
      readonly tools: readonly string[]
      readonly about: NonNullable<ServerStatus["about"]>
    }
  | { readonly ok: false; readonly why: string }

export async function probeServer(server: Server, settings: Settings): Promise<Probed> {
  if (server.problem !== undefined) return { ok: false, why: `misconfigured: ${server.problem}` }
  try {
    return await startAndLook(server, settings)
  } catch (error) {
    return { ok: false, why: problemIn(error).replace(/^server "[^"]*": /, "") }
  }
}

async function startAndLook(server: Server, { workspace, folders }: Settings): Promise<Probed> {
  const entries = { mcpServers: { [server.name]: placed(server, workspace) } }
  // Ignore the cached list, but write it: the next run need not start the server to know its tools.
  const servers = mcpTools(loadServers(entries), {
    cacheFolder: files.mcpLists(folders),
    readsCache: false,
    logFolder: files.mcpLogs(folders),
    loginFolder: files.mcpLogins(folders),
  })
  const began = performance.now()
  try {
    const status = await servers.probe(server.key)
    if (status?.error !== undefined) return { ok: false, why: reasonIn(status.error) }
    // Skip Pawl's own tools for the server's resources and prompts.
    const tools = servers.tools().flatMap(({ name }) => (name.startsWith(`${server.key}__`) ? [named(name)] : []))
    return { ok: true, ms: Math.round(performance.now() - began), tools, about: status?.about ?? { offers: [] } }
  } finally {
    await servers.close()
  }
}

/** On one line, without the names of the tools. */
export function probeText(probed: Probed): string {
  if (!probed.ok) return probed.why.replace(/\.$/, "")
  const { tools, about, ms } = probed
  const count = tools.length === 0 ? "no tools" : `${tools.length} ${tools.length === 1 ? "tool" : "tools"}`
  const who = about.name === undefined ? "" : `, ${named(about.name)} ${named(about.version ?? "")}`.trimEnd()
  const protocol = about.protocol === undefined ? "" : `, protocol ${named(about.protocol)}`
  const offers = about.offers.length === 0 ? "" : `, offers ${about.offers.map(named).join(" ")}`
  return `${count}${who}${protocol}${offers}, ${(ms / 1000).toFixed(1)} s`
}

/** Without the server's name, which the caller prints before it. */
function reasonIn(error: string): string {
  return named(error.replace(/^MCP server "[^"]*" /, "")).replace(/\s*\n\s*/g, " ")
}
