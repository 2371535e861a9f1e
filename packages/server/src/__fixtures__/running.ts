// A server on a real socket, with an agent whose model is scripted.
import { request } from "node:http"
import { createAgent, memory, type Store } from "@pawl/agent"
import { type Script, scripted } from "@pawl/agent/testing"
import { createServer, type ServerOptions } from "../server.ts"

export interface Running {
  readonly url: string
  readonly port: number
  readonly store: Store
  json(method: string, path: string, body?: unknown, headers?: Headers): Promise<Answered>
  /** With any header, as no browser would send it. */
  raw(options: RawRequest): Promise<Answered>
  close(): Promise<void>
}

type Headers = Readonly<Record<string, string>>

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of all kinds.
  readonly body: any
}

export interface RawRequest {
  readonly method?: string
  readonly path: string
  readonly headers?: Headers
  readonly body?: string
}

export async function running(
  script: Script = () => ({ text: "Good morning." }),
  options: Partial<ServerOptions> = {},
): Promise<Running> {
  const store = options.store ?? memory()
  const agent = await createAgent({ model: scripted(script), store })
  const workspaces = [{ name: "main", agent, profiles: ["default"], models: ["scripted"] }]
  const server = createServer({ workspaces, checksAnswers: true, ...options, store })
  const { url, port } = await server.listen({ port: 0, host: "127.0.0.1" })
  const raw = (wanted: RawRequest) => send(port, wanted)
  return {
    url,
    port,
    store,
    raw,
    json: (method, path, body, headers = {}) =>
      raw({
        method,
        path,
        headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    async close() {
      await server.drain(1000)
      await store.close()
    },
  }
}

export function send(port: number, { method = "GET", path, headers = {}, body }: RawRequest): Promise<Answered> {
  return new Promise((resolve, reject) => {
    // A connection that is kept would make the server wait for it when it ends.
    const sent = request({ host: "127.0.0.1", port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("error", reject)
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString()
        const isJson = response.headers["content-type"]?.includes("json") === true
        const status = response.statusCode ?? 0
        resolve({ status, headers: response.headers as Headers, text, body: isJson ? JSON.parse(text) : undefined })
      })
    })
    sent.on("error", reject)
    sent.end(body)
  })
}
