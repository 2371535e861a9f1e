// A server on a port of its own, with one agent and a store in memory or in a file.
import { type AgentOptions, createAgent, memory, type Store } from "@pawl/agent"
import { createServer, type PawlServer, type ServerOptions } from "../server.ts"
import { SseReader } from "./sse-reader.ts"

export interface Served {
  readonly url: string
  readonly server: PawlServer
  readonly store: Store
  post(path: string, body?: object): Promise<Response>
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>
  events(path: string, headers?: Readonly<Record<string, string>>): Promise<SseReader>
  close(): Promise<void>
}

const UNLIMITED = { burst: 1e9, perSecond: 1e9 }

export async function served(
  agentOptions: Omit<AgentOptions, "store">,
  { store = memory(), ...options }: Partial<ServerOptions> = {},
): Promise<Served> {
  const agent = await createAgent({ ...agentOptions, store })
  const workspaces = [{ name: "main", agent, profiles: ["default"], models: ["scripted"] }]
  const server = createServer({ store, workspaces, checksAnswers: true, protection: { rate: UNLIMITED }, ...options })
  const { url } = await server.listen({ port: 0, host: "127.0.0.1" })
  const headers = { "content-type": "application/json" }
  return {
    url,
    server,
    store,
    post: (path, body = {}) => fetch(`${url}${path}`, { method: "POST", body: JSON.stringify(body), headers }),
    get: (path, more = {}) => fetch(`${url}${path}`, { headers: more }),
    events: (path, more) => SseReader.open(`${url}${path}`, more),
    close: async () => {
      await server.drain(1000)
      await store.close()
    },
  }
}
