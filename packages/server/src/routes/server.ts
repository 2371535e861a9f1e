// The server itself: whether it lives and can work, who asks, and what that person may use.
import { z } from "zod"
import { covers } from "../access/allows.ts"
import { route } from "../http/route.ts"
import { ApprovalMode } from "../schemas/content.ts"
import { Tool } from "../schemas/reports.ts"

const health = route("server.health", {
  summary: "Whether the process lives.",
  answer: z.object({ ok: z.literal(true) }),
  handle: () => ({ ok: true }) as const,
})

const ready = route("server.ready", {
  summary: "Whether the server takes work: its store can be written to, and it is not draining.",
  answer: z.object({ ok: z.literal(true) }),
  async handle({ services: { readiness } }) {
    await readiness.check()
    return { ok: true } as const
  },
})

const NAMES = z.array(z.string()).optional()
const Allows = z
  .object({ workspaces: NAMES, profiles: NAMES, models: NAMES, tools: NAMES })
  .describe("What your groups allow. A missing list allows everything.")

const me = route("server.me", {
  summary: "Who you are to the server, and what you may use.",
  answer: z.object({ user: z.string(), role: z.enum(["viewer", "user", "admin"]), allows: Allows }).meta({ id: "Me" }),
  handle: ({ principal: { user, role, allows } }) => ({
    user,
    role,
    allows: { ...allows } as z.input<typeof Allows>,
  }),
})

const workspaces = route("server.workspaces", {
  summary: "The workspaces that you may use.",
  answer: z.object({
    workspaces: z.array(
      z.object({
        name: z.string(),
        approvalModes: z.array(ApprovalMode).describe("The approval modes that turns may be sent with."),
        maxFiles: z.number().optional().describe("How many files may be attached in one session."),
      }),
    ),
  }),
  handle: ({ principal, services }) => ({
    workspaces: services.workspaces.of(principal).map(({ name, agent, maxFiles }) => ({
      name,
      approvalModes: [...agent.approvalModes],
      ...(maxFiles !== undefined && { maxFiles }),
    })),
  }),
})

const InWorkspace = z.object({ workspace: z.string().max(200).optional() })

const profiles = route("server.profiles", {
  summary: "The profiles that you may open sessions with.",
  query: InWorkspace,
  answer: z.object({ profiles: z.array(z.string()) }),
  handle({ query, principal, services }) {
    const { profiles: all } = services.workspaces.named(principal, query.workspace)
    return { profiles: all.filter((name) => covers(principal.allows.profiles, name)) }
  },
})

const models = route("server.models", {
  summary: "The models that you may ask.",
  query: InWorkspace,
  answer: z.object({ models: z.array(z.string()) }),
  handle({ query, principal, services }) {
    const { models: all } = services.workspaces.named(principal, query.workspace)
    return { models: all.filter((name) => covers(principal.allows.models, name)) }
  },
})

const tools = route("server.tools", {
  summary: "The tools that a model would be offered now, and that you may use.",
  query: InWorkspace,
  answer: z.object({ tools: z.array(Tool) }),
  async handle({ query, principal, services }) {
    const { agent } = services.workspaces.named(principal, query.workspace)
    const tools = (await agent.tools()).filter(({ name }) => covers(principal.allows.tools, name))
    return { tools: tools as unknown as z.input<typeof Tool>[] }
  },
})

export const serverRoutes = [health, ready, me, workspaces, profiles, models, tools]
