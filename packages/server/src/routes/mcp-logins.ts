// Logins to MCP servers by the browser of an admin: to the login page, back from it, and out.
import { finishLogin, logout } from "@pawl/agent/mcp"
import type { Context } from "hono"
import { z } from "zod"
import type { HeldWorkspace } from "../held-workspace.ts"
import { HttpError } from "../http/envelope.ts"
import type { Env } from "../http/route.ts"
import { route } from "../http/route.ts"
import { CALLBACK, httpServerOf, type LoginTarget, refuseOther } from "../manage/mcp-logins.ts"
import { entryOf, managed, restartServers } from "../manage/mcp-servers.ts"
import { noteLogin } from "../manage/stored-servers.ts"
import { DONE, Done } from "../schemas/common.ts"
import type { Services } from "../services.ts"

const InWorkspace = z.object({ workspace: z.string().max(200).optional() })
const ServerParams = z.object({ server: z.string().min(1).max(64) })

const begin = route("servers.login", {
  summary: "Begins a login to a server: open the address in the browser that you are logged in with here.",
  description: `The login page sends the browser back to ${CALLBACK}. The login counts for all who use the server here.`,
  params: ServerParams,
  query: InWorkspace,
  answer: z.object({ url: z.string().nullable().describe("Null: the server needs no login.") }),
  async handle({ params, query, principal, context, services }) {
    const workspace = services.workspaces.named(principal, query.workspace)
    const target = await targetOf(services, workspace, params.server)
    const url = await services.mcpLogins.begin(target, principal, addressOf(context, services.publicUrl))
    return { url: url ?? null }
  },
})

const end = route("servers.logout", {
  summary: "Deletes the stored login to a server.",
  params: ServerParams,
  query: InWorkspace,
  answer: Done,
  async handle({ params, query, principal, services }) {
    const workspace = services.workspaces.named(principal, query.workspace)
    const { server, step } = await targetOf(services, workspace, params.server)
    if (await logout(server, step)) await changed(services, workspace, { server: params.server, isIn: false })
    return DONE
  },
})

const text = z.string().max(4000).optional()
const Answer = z.object({ state: text, code: text, iss: text, error: text, error_description: text })

const back = route("servers.login-back", {
  summary: "Where the login page of an MCP server sends the browser back to.",
  description:
    "Browsers do not send the cookie of a login with a navigation that another site began: the page begins a new one.",
  query: Answer,
  answer: z.string(),
  media: "text/html",
  handle({ query, context }) {
    const next = `/auth/mcp/finish?${paramsOf(query)}`.replaceAll("&", "&amp;")
    return context.html(
      page("Logging in", `<a href="${next}">Go on</a>`, `<meta http-equiv="refresh" content="0;url=${next}">`),
    )
  },
})

const finish = route("servers.login-finish", {
  summary: "Finishes a login to a server, once, for the admin who began it.",
  query: Answer,
  answer: z.string(),
  media: "text/html",
  async handle({ query, principal, context, remark, services }) {
    const begun = await services.mcpLogins.take(query.state ?? "", principal)
    const { workspace: name, name: server, pending } = begun
    remark({ server, workspace: name })
    const workspace = services.workspaces.named(principal, name)
    const target = await targetOf(services, workspace, server)
    refuseOther(begun, target.server)
    try {
      await finishLogin(target.server, { ...target.step, pending, answer: paramsOf(query) })
    } catch (error) {
      remark({ code: "login-failed" })
      const why = error instanceof Error ? error.message : String(error)
      return context.html(page("The login failed", `${escaped(why)} Go back to Pawl and try again.`), 400)
    }
    await changed(services, workspace, { server, isIn: true })
    const words = `You are logged in to ${escaped(server)}. You can close this window and go back to Pawl.`
    return context.html(page("Logged in", words))
  },
})

async function targetOf({ store }: Services, workspace: HeldWorkspace, name: string): Promise<LoginTarget> {
  const server = httpServerOf(name, await entryOf(store, workspace, name))
  const { loginFolder, fetch } = managed(workspace).options
  if (loginFolder === undefined)
    throw new HttpError(409, "not-managed", `Workspace "${workspace.name}" has no place to keep logins in.`)
  return { workspace: workspace.name, name, server, step: { folder: loginFolder, ...(fetch && { fetch }) } }
}

/** Other processes hear of it by the record. */
async function changed(
  { store }: Services,
  workspace: HeldWorkspace,
  login: { readonly server: string; readonly isIn: boolean },
): Promise<void> {
  await noteLogin(store, workspace.name, login)
  await restartServers(store, workspace)
}

/** Where the browser reaches this server. A proxy may speak TLS for it: the page knows. */
function addressOf(c: Context<Env>, publicUrl: string | undefined): string {
  const origin = c.req.header("origin")
  const isOwn = origin !== undefined && URL.parse(origin)?.host === c.req.header("host")
  return publicUrl ?? (isOwn ? origin : new URL(c.req.url).origin)
}

function paramsOf(query: Readonly<Record<string, string | undefined>>): URLSearchParams {
  return new URLSearchParams(Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined))
}

function page(title: string, words: string, head = ""): string {
  return `<!doctype html><meta charset="utf-8">${head}<title>${title}</title><p>${words}</p>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

export const mcpLoginRoutes = [begin, end, back, finish]
