// MCP servers of a workspace: how each is doing, and for admins to add, change, test and remove them.
import { z } from "zod"
import { hasRole } from "../access/principal.ts"
import { route } from "../http/route.ts"
import { dropServer, logOf, probeNamed, putServer, restartServers, serversOf } from "../manage/mcp-servers.ts"
import { AnyObject, count, DONE, Done } from "../schemas/common.ts"

const InWorkspace = z.object({ workspace: z.string().max(200).optional() })
const ServerParams = z.object({ server: z.string().min(1).max(64) })

const Status = z.object({
  state: z.string(),
  tools: z.number(),
  error: z.string().optional(),
  loginNeeded: z.boolean().describe('A person has to log in to it, with "pawl mcp login".'),
})

const Server = z
  .object({
    name: z.string(),
    from: z.enum(["configuration", "stored"]).describe("Only stored ones can be changed here."),
    status: Status.nullable(),
    entry: AnyObject.optional().describe("For admins. Variables and headers are masked."),
  })
  .meta({ id: "McpServer" })

const list = route("servers.list", {
  summary: "The MCP servers of a workspace, and how each is doing.",
  query: InWorkspace,
  answer: z.object({ servers: z.array(Server) }),
  async handle({ query, principal, services: { workspaces, store } }) {
    const servers = await serversOf(store, workspaces.named(principal, query.workspace))
    const shown = servers.map(({ name, from, status, entry }) => ({
      name,
      from,
      status: status === undefined ? null : viewOf(status),
      ...(hasRole(principal, "admin") && { entry: entry as z.input<typeof AnyObject> }),
    }))
    return { servers: shown }
  },
})

function viewOf({ state, tools, error }: { readonly state: string; readonly tools: number; readonly error?: string }) {
  return { state, tools, ...(error !== undefined && { error }), loginNeeded: /\blog(?:in| in)\b/.test(error ?? "") }
}

const Entry = z.object({
  type: z.enum(["stdio", "http", "streamable-http"]).optional(),
  url: z.url().max(2000).optional(),
  headers: z.record(z.string(), z.string().max(10_000)).optional(),
  command: z.string().min(1).max(2000).optional(),
  args: z.array(z.string().max(10_000)).max(100).optional(),
  env: z.record(z.string(), z.string().max(10_000)).optional(),
  cwd: z.string().max(2000).optional(),
  timeoutMs: z.number().int().min(1).optional(),
  verify: z.string().max(200).optional(),
})

const Probe = z
  .object({ ok: z.boolean(), ms: z.number(), tools: z.array(z.string()), error: z.string().optional() })
  .meta({ id: "McpProbe" })

const put = route("servers.put", {
  summary: "Adds a server or changes one, starts it once, and reports whether it works.",
  params: ServerParams,
  query: InWorkspace,
  body: Entry,
  answer: Probe,
  async handle({ params, query, body, principal, services: { workspaces, store } }) {
    const probed = await putServer(store, workspaces.named(principal, query.workspace), [params.server, body])
    return { ...probed, tools: [...probed.tools] }
  },
})

const remove = route("servers.remove", {
  summary: "Removes a server that was added here.",
  params: ServerParams,
  query: InWorkspace,
  answer: Done,
  async handle({ params, query, principal, services: { workspaces, store } }) {
    await dropServer(store, workspaces.named(principal, query.workspace), params.server)
    return DONE
  },
})

const probe = route("servers.probe", {
  summary: "Starts a server once more, beside the one that works, and reports what it offers.",
  params: ServerParams,
  query: InWorkspace,
  answer: Probe,
  async handle({ params, query, principal, services: { workspaces, store } }) {
    const probed = await probeNamed(store, workspaces.named(principal, query.workspace), params.server)
    return { ...probed, tools: [...probed.tools] }
  },
})

const restart = route("servers.restart", {
  summary: "Starts all servers of a workspace anew. Turns that are under way finish with those they began with.",
  query: InWorkspace,
  answer: Done,
  async handle({ query, principal, services: { workspaces, store } }) {
    await restartServers(store, workspaces.named(principal, query.workspace))
    return DONE
  },
})

const logs = route("servers.logs", {
  summary: "The last lines that a server wrote to stderr, and when it was started and failed.",
  params: ServerParams,
  query: InWorkspace.extend({ lines: count(1, 1000).default(100) }),
  answer: z.object({ lines: z.array(z.string()) }),
  async handle({ params, query, principal, services: { workspaces, store } }) {
    const workspace = workspaces.named(principal, query.workspace)
    return { lines: [...(await logOf(store, workspace, { name: params.server, lines: query.lines }))] }
  },
})

export const mcpServerRoutes = [list, put, remove, probe, restart, logs]
