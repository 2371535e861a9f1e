// MCP servers of a workspace: how each is doing, and for admins to add, change, test and remove them.
import { z } from "zod"
import { covers } from "../access/allows.ts"
import { hasRole } from "../access/principal.ts"
import { route } from "../http/route.ts"
import {
  dropServer,
  logOf,
  masked,
  probeNamed,
  putServer,
  restartServers,
  type ServerView,
  serversOf,
  switchTool,
} from "../manage/mcp-servers.ts"
import { AnyObject, count, DONE, Done } from "../schemas/common.ts"

const InWorkspace = z.object({ workspace: z.string().max(200).optional() })
const ServerParams = z.object({ server: z.string().min(1).max(64) })

const Status = z.object({
  state: z.string(),
  tools: z.number(),
  error: z.string().optional(),
  loginNeeded: z.boolean().describe("A person has to log in to it."),
})

const Tool = z
  .object({
    name: z.string().describe("What the server calls it."),
    calledAs: z.string().describe("What models call it."),
    description: z.string(),
    effect: z
      .enum(["read", "idempotent", "once"])
      .describe("Whether a call only reads, may be made twice, or happens once."),
    risk: z.string().optional(),
    enabled: z.boolean().describe("False: it does not exist for models."),
    locked: z.boolean().describe("The configuration leaves it out: it cannot be switched on here."),
  })
  .meta({ id: "McpTool" })

const Server = z
  .object({
    name: z.string(),
    from: z.enum(["configuration", "stored"]).describe("Only stored ones can be changed here."),
    status: Status.nullable(),
    loggedIn: z.boolean().describe("A login to it is stored."),
    tools: z.array(Tool).describe("Its tools as far as they are known, if you may use them."),
    entry: AnyObject.optional().describe(
      "For admins. Variables, headers and the values in the query of a URL are masked.",
    ),
  })
  .meta({ id: "McpServer" })

const list = route("servers.list", {
  summary: "The MCP servers of a workspace, and how each is doing.",
  query: InWorkspace,
  answer: z.object({ servers: z.array(Server) }),
  async handle({ query, principal, services: { workspaces, store } }) {
    const servers = await serversOf(store, workspaces.named(principal, query.workspace))
    const shown = servers.map(({ name, from, status, entry, isLoggedIn, isLoggedOut }) => ({
      name,
      from,
      status: status === undefined ? null : viewOf(status, isLoggedOut),
      loggedIn: isLoggedIn,
      tools: toolsOf({ status, entry }).filter(({ calledAs }) => covers(principal.allows.tools, calledAs)),
      ...(hasRole(principal, "admin") && { entry: entry as z.input<typeof AnyObject> }),
    }))
    return { servers: shown }
  },
})

function viewOf({ state, tools, error }: NonNullable<ServerView["status"]>, isLoggedOut: boolean) {
  const loginNeeded = isLoggedOut || /\blog(?:in| in)\b/.test(error ?? "")
  return { state, tools, ...(error !== undefined && { error }), loginNeeded }
}

/** Enough to recognise a tool by. */
const MAX_DESCRIPTION_CHARS = 1000

function toolsOf({ status, entry }: Pick<ServerView, "status" | "entry">): z.input<typeof Tool>[] {
  return (status?.list ?? []).map(({ isExcluded, description, ...tool }) => ({
    ...tool,
    description: description.slice(0, MAX_DESCRIPTION_CHARS),
    enabled: !isExcluded,
    locked: entry.excludeTools?.includes(tool.name) === true,
  }))
}

const toggle = route("servers.tool", {
  summary: "Switches a tool of a server on or off for the turns that begin from now on.",
  description: "The servers of the workspace start anew. Turns that are under way finish with those they began with.",
  params: ServerParams.extend({ tool: z.string().min(1).max(200) }),
  query: InWorkspace,
  body: z.object({ enabled: z.boolean() }),
  answer: Done,
  async handle({ params: { server, tool }, query, body, principal, remark, services: { workspaces, store } }) {
    remark({ enabled: body.enabled })
    const workspace = workspaces.named(principal, query.workspace)
    await switchTool(store, workspace, { server, tool, isOn: body.enabled })
    return DONE
  },
})

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
  async handle({ params, query, body, principal, remark, services: { workspaces, store } }) {
    const { url, command } = masked(body)
    remark({ ...(url !== undefined && { url }), ...(command !== undefined && { command }) })
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

export const mcpServerRoutes = [list, put, remove, toggle, probe, restart, logs]
