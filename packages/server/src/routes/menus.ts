// What a person may put into a message from a menu: files of the workspace, and prompts of MCP servers.
import { type Agent, isPawlError } from "@pawl/agent"
import { matchingPaths } from "@pawl/agent/sessions"
import { z } from "zod"
import { covers } from "../access/allows.ts"
import type { Principal } from "../access/principal.ts"
import type { HeldWorkspace } from "../held-workspace.ts"
import { HttpError } from "../http/http-error.ts"
import { route } from "../http/route.ts"
import { count } from "../schemas/common.ts"

/** Who may use none of these learns no names of files either. */
const LOOKING = new Set(["list_directory", "search_files"])

const files = route("server.files", {
  summary: "Paths of files in a workspace that fit a text, best first: for a menu behind @.",
  description: "Without what .gitignore leaves out, links, and files that may hold secrets by their names.",
  params: z.object({ workspace: z.string().min(1).max(200) }),
  query: z.object({ text: z.string().max(500).default(""), limit: count(1, 200).default(50) }),
  answer: z.object({ files: z.array(z.string()) }),
  async handle({ params, query: { text, limit }, principal, services: { workspaces, fileLists } }) {
    const workspace = workspaces.named(principal, params.workspace)
    if (workspace.folder === undefined || !(await mayLook(principal, workspace))) return { files: [] }
    return { files: [...matchingPaths(await fileLists.of(workspace.folder), text, limit)] }
  },
})

async function mayLook({ allows }: Principal, { agent }: HeldWorkspace): Promise<boolean> {
  return (await agent.tools()).some(({ name }) => LOOKING.has(name) && covers(allows.tools, name))
}

const Prompt = z
  .object({
    server: z.string(),
    name: z.string(),
    description: z.string(),
    arguments: z.array(z.object({ name: z.string(), description: z.string(), required: z.boolean() })),
  })
  .meta({ id: "McpPrompt" })

const WORKSPACE = { workspace: z.string().max(200).optional() }

const prompts = route("server.prompts", {
  summary: "The prompts that MCP servers offer: texts with arguments that a person fills in.",
  query: z.object(WORKSPACE),
  answer: z.object({ prompts: z.array(Prompt) }),
  async handle({ query, principal, services: { workspaces } }) {
    const { agent } = workspaces.named(principal, query.workspace)
    const isOpen = await openServers(principal, agent)
    const found = (await agent.prompts()).filter(({ server }) => isOpen(server))
    return { prompts: found.map((each) => ({ ...each, arguments: [...each.arguments] })) }
  },
})

const prompt = route("server.prompt", {
  summary: "A prompt with its arguments filled in, as text to send.",
  params: z.object({ server: z.string().min(1).max(200), name: z.string().min(1).max(500) }),
  body: z.object({ ...WORKSPACE, arguments: z.record(z.string(), z.string().max(100_000)).default({}) }),
  answer: z.object({ text: z.string(), leftOut: z.number().describe("Parts that are no text: pictures and files.") }),
  async handle({ params: { server, name }, body, principal, services: { workspaces } }) {
    const { agent } = workspaces.named(principal, body.workspace)
    const isOpen = await openServers(principal, agent)
    const isThere = agent.servers().some((each) => each.key === server)
    if (!isThere || !isOpen(server)) throw promptMissing(server, name)
    const parts = await agent.prompt(server, name, body.arguments).catch((error: unknown) => {
      throw isPawlError(error) ? error : serverFailed(server, error)
    })
    const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []))
    return { text: texts.join("\n\n"), leftOut: parts.length - texts.length }
  },
})

/** Those whose tools are limited get the prompts of servers of which they may use a tool. */
async function openServers({ allows }: Principal, agent: Agent): Promise<(server: string) => boolean> {
  if (allows.tools === undefined) return () => true
  const names = (await agent.tools()).map(({ name }) => name).filter((name) => covers(allows.tools, name))
  return (server) => names.some((name) => name.startsWith(`${server}__`))
}

function promptMissing(server: string, name: string): HttpError {
  return new HttpError(400, "input-invalid", `There is no prompt ${server}:${name}. GET /v1/prompts lists them.`)
}

function serverFailed(server: string, cause: unknown): HttpError {
  const message = `The MCP server "${server}" did not give the prompt. Try again; an admin sees its log.`
  return new HttpError(502, "server-failed", message, { retryable: true, cause })
}

export const menuRoutes = [files, prompts, prompt]
