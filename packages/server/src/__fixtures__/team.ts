// A server for a team, on a real socket and a real database: users with tokens, and an agent that runs with their rights.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type AgentOptions, createAgent, type Store, sqlite, tool } from "@pawl/agent"
import { call, scripted } from "@pawl/agent/testing"
import { onTestFinished } from "vitest"
import { ownerOptions } from "../access/owner-options.ts"
import { type NewUser, Users, type UsersOptions } from "../access/users.ts"
import { createServer, type PawlServer, type ServerOptions } from "../server.ts"
import type { Workspace } from "../workspaces.ts"
import type { Answered } from "./running.ts"
import { send } from "./running.ts"

/** "write a.md" calls the tool `write`, "look a.md" the tool `look`. */
const obedient = scripted(({ results, said }) => {
  const [name = "", path = ""] = said.split(" ")
  const calls = results.length === 0 && ["write", "look"].includes(name) ? { calls: [call(name, { path })] } : {}
  return { text: "done", ...calls, usage: { inputTokens: 90, outputTokens: 10 } }
})

export interface Team {
  readonly url: string
  readonly store: Store
  readonly users: Users
  /** What the tools did: name, path, the owner that they were told, and the user in their context. */
  readonly ran: string[]
  add(name: string, how?: NewUser): Promise<Person>
  /** Stops the server and its agent, and starts them again on the same database. */
  restart(): Promise<void>
  ask(method: string, path: string, body?: unknown, token?: string): Promise<Answered>
}

export interface Person {
  readonly name: string
  readonly token: string
  get(path: string): Promise<Answered>
  post(path: string, body?: unknown): Promise<Answered>
  ask(method: string, path: string, body?: unknown): Promise<Answered>
  /** Sends, and returns the call that waits for an approval. */
  sendAndWait(session: string, input: string): Promise<string>
}

export interface TeamOptions {
  readonly agent?: Partial<AgentOptions>
  readonly server?: Partial<ServerOptions>
  readonly users?: Partial<UsersOptions>
  /** The folder of a second workspace, "other". */
  readonly elsewhere?: string
  readonly profiles?: readonly string[]
}

const NO_RATE = { rate: { burst: 1e9, perSecond: 1e9 }, strangers: { burst: 1e9, perSecond: 1e9 } }

export async function team(options: TeamOptions = {}): Promise<Team> {
  const folder = mkdtempSync(join(tmpdir(), "pawl-team-"))
  const store = await sqlite(join(folder, "pawl.db"))
  const users = new Users({ store, ...options.users })
  const ran: string[] = []
  let { server, port, url } = await started(store, users, ran, options)
  onTestFinished(async () => {
    await server.drain(0)
    await store.close()
    rmSync(folder, { recursive: true })
  })
  const ask: Team["ask"] = (method, path, body, token) =>
    send(port, {
      method,
      path,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return {
    get url() {
      return url
    },
    store,
    users,
    ran,
    ask,
    async add(name, how) {
      await users.add(name, how)
      return person(name, (await users.makeToken(name)).token, ask)
    },
    async restart() {
      await server.drain(0)
      ;({ server, port, url } = await started(store, users, ran, options))
    },
  }
}

async function started(store: Store, users: Users, ran: string[], options: TeamOptions) {
  const acting = (name: string, effect: "read" | "once") =>
    tool({
      name,
      description: name,
      input: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      effect,
      run: ({ path }, { owner, context }) => {
        ran.push(`${name} ${path} for ${owner} as ${(context as { readonly user: string }).user}`)
        return "ok"
      },
    })
  const { elsewhere } = options
  const common = {
    model: obedient,
    models: [scripted(() => "from the large one", { name: "large" })],
    tools: [acting("write", "once"), acting("look", "read")],
    store,
    ...ownerOptions(users),
    ...options.agent,
  }
  const about = { profiles: options.profiles ?? ["default"], models: ["scripted", "large"] }
  const workspaces: Workspace[] = [{ name: "main", agent: await createAgent<unknown>(common), ...about }]
  if (elsewhere !== undefined) {
    const agent = await createAgent<unknown>({ ...common, workspace: elsewhere })
    workspaces.push({ name: "other", agent, folder: elsewhere, ...about })
  }
  const server: PawlServer = createServer({
    store,
    users,
    workspaces,
    checksAnswers: true,
    protection: NO_RATE,
    ...options.server,
  })
  return { server, ...(await server.listen({ port: 0, host: "127.0.0.1" })) }
}

function person(name: string, token: string, ask: Team["ask"]): Person {
  const own: Person["ask"] = (method, path, body) => ask(method, path, body, token)
  return {
    name,
    token,
    ask: own,
    get: (path) => own("GET", path),
    post: (path, body = {}) => own("POST", path, body),
    async sendAndWait(session, input) {
      const { body } = await own("POST", `/v1/sessions/${session}/messages`, { input })
      if (body.command === undefined) throw new Error(JSON.stringify(body))
      for (;;) {
        const { openRequests } = (await own("GET", `/v1/sessions/${session}`)).body
        if (openRequests.length > 0) return openRequests[0].call
      }
    },
  }
}
