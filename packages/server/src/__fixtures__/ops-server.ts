// A server on a real socket and a real database, with agents whose model is a script.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Agent, type AgentOptions, createAgent, type Store, sqlite } from "@pawl/agent"
import { type Script, scripted } from "@pawl/agent/testing"
import type { Principal } from "../access/principal.ts"
import { createMetrics, type Metrics } from "../metrics/metrics.ts"
import { createServer, type PawlServer, type ServerOptions } from "../server.ts"
import type { ServerLog } from "../services.ts"
import type { Workspace } from "../workspaces.ts"

export interface RunningHow {
  readonly script?: Script
  readonly agent?: Partial<AgentOptions>
  readonly workspace?: Partial<Workspace>
  readonly server?: Partial<ServerOptions>
  readonly people?: Readonly<Record<string, Principal>>
  readonly folder?: string
}

export interface Running {
  readonly url: string
  readonly store: Store
  readonly agent: Agent
  readonly server: PawlServer
  readonly metrics: Metrics
  readonly folder: string
  readonly logged: readonly { readonly message: string; readonly record: Readonly<Record<string, unknown>> }[]
  /** A request with a JSON body; "as NAME" before the path sends that person's token. */
  call(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly body: never; readonly headers: Headers }>
  stop(): Promise<void>
}

export async function running(how: RunningHow = {}): Promise<Running> {
  const folder = how.folder ?? mkdtempSync(join(tmpdir(), "pawl-server-"))
  const store = await sqlite(join(folder, "agent.db"))
  const metrics = createMetrics()
  const options = { model: scripted(how.script ?? (() => "Good morning.")), store, observe: [metrics.observer] }
  const agent = await createAgent({ ...options, run: "all", leases: { sweepMs: 50 }, ...how.agent })
  const logged: { message: string; record: Readonly<Record<string, unknown>> }[] = []
  const write = (record: Readonly<Record<string, unknown>>, message: string) => void logged.push({ message, record })
  const log: ServerLog = { info: write, error: write }
  const { people } = how
  const server = createServer({
    store,
    workspaces: [
      { name: "main", agent, profiles: ["default", "chat-service"], models: ["scripted"], ...how.workspace },
    ],
    checksAnswers: true,
    log,
    metrics,
    env: {},
    ...(people !== undefined && { authenticate: (c) => people[c.req.header("authorization")?.slice(7) ?? ""] }),
    ...how.server,
  })
  const { url } = await server.listen({ port: 0, host: "127.0.0.1" })
  return {
    url,
    store,
    agent,
    server,
    metrics,
    folder,
    logged,
    async call(method, path, body) {
      const [, who, rest = path] = /^as (\w+) (.*)$/.exec(path) ?? []
      const response = await fetch(url + rest, {
        method,
        headers: {
          ...(body !== undefined && { "content-type": "application/json" }),
          ...(who !== undefined && { authorization: `Bearer ${who}` }),
        },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      })
      const isJson = response.headers.get("content-type")?.startsWith("application/json") === true
      const answer = (isJson ? await response.json() : await response.text()) as never // The test knows its shape.
      return { status: response.status, body: answer, headers: response.headers }
    },
    async stop() {
      await server.drain(0)
      await store.close()
      if (how.folder === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export function person(user: string, role: Principal["role"], allows: Principal["allows"] = {}): Principal {
  return { user, role, allows }
}
