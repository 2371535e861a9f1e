// A small port for those who look after a process: whether it lives, whether it takes work, and its numbers. It has no login,
// so it says nothing that a person said and belongs into a private network.
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Store } from "@pawl/agent"
import { HttpError } from "../http/http-error.ts"
import { Readiness } from "../readiness.ts"
import type { Metrics } from "./metrics.ts"

export interface MetricsPortOptions {
  readonly host: string
  /** 0: any that is free. */
  readonly port: number
  readonly metrics: Metrics
  /** The store in use: a worker whose settings change opens another one. */
  readonly store: () => Store
  /** How many event streams are open; none unless given. */
  readonly streams?: () => number
}

export interface MetricsPort {
  readonly url: string
  /** From now on the process is not ready: it is about to end. */
  leave(): void
  close(): Promise<void>
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly type?: string
}

export async function openMetricsPort({ host, port, ...parts }: MetricsPortOptions): Promise<MetricsPort> {
  const readiness = new Readiness({ put: (...record) => parts.store().records.put(...record) })
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000, maxHeaderSize: 16_384 })
  server.on("request", async (request, response) => {
    const path = request.url?.split("?")[0] ?? ""
    const {
      status,
      text,
      type = "text/plain; charset=utf-8",
    } = await answerTo(request.method, path, {
      ...parts,
      readiness,
    })
    response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(text)
  })
  await listening(server, host, port)
  const { address, family, port: bound } = server.address() as AddressInfo // It listens on a port.
  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${bound}`,
    leave: () => readiness.leave(),
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

type Parts = Pick<MetricsPortOptions, "metrics" | "store" | "streams"> & { readonly readiness: Readiness }

async function answerTo(method: string | undefined, path: string, parts: Parts): Promise<Answer> {
  if (method !== "GET" && method !== "HEAD") return { status: 405, text: "Only GET is answered here.\n" }
  if (path === "/healthz") return { status: 200, text: "ok\n" }
  if (path === "/readyz") return ready(parts.readiness)
  if (path !== "/metrics") return { status: 404, text: "Here are /metrics, /readyz and /healthz.\n" }
  const text = await parts.metrics.text({ store: parts.store(), streams: parts.streams?.() ?? 0 })
  return { status: 200, text, type: "text/plain; version=0.0.4; charset=utf-8" }
}

async function ready(readiness: Readiness): Promise<Answer> {
  try {
    await readiness.check()
    return { status: 200, text: "ok\n" }
  } catch (error) {
    if (error instanceof HttpError) return { status: error.status, text: `${error.code}: ${error.message}\n` }
    throw error
  }
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen({ host, port }, () => resolve())
  })
}
