// A model server on loopback that serves both wire formats from one script, with faults on demand.
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { ErrorClass, Failure } from "../contracts/answer.ts"
import { messageOf } from "../contracts/error.ts"
import type { JsonObject } from "../contracts/json.ts"
import { type Script, type ScriptAnswer, type ScriptReply, ScriptRequest } from "../model/scripted.ts"
import { anthropic } from "./model-server/anthropic.ts"
import { type Fault, writeForever, writePieces, writeSlowly } from "./model-server/faults.ts"
import { openai } from "./model-server/openai.ts"
import type { WireFormat } from "./model-server/wire-format.ts"

/** What the server answers, and how. */
export interface ModelServerOptions {
  /** Returns the answer to each request. */
  readonly script: Script
  /** Whether it can stream; a server that cannot answers with plain JSON, whatever the request asks for. */
  readonly stream?: boolean
  /** The fault of the request with this number, counted from 0. */
  readonly fault?: (request: ServedRequest, index: number) => Fault | undefined
  /** Waits this long before each frame. */
  readonly frameMs?: number
}

/** A request that reached the server. */
export interface ServedRequest {
  /** Its wire format. */
  readonly format: "openai" | "anthropic"
  /** The path it was sent to. */
  readonly url: string
  /** Its headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The body, byte for byte. */
  readonly raw: string
  /** The body as JSON. */
  readonly body: JsonObject
}

/** A model server on loopback that serves both wire formats. */
export interface ModelServer {
  /** The base URL, for `baseUrl` or OPENAI_BASE_URL. */
  readonly openai: string
  /** The base URL for Anthropic's format, for `baseUrl` or ANTHROPIC_BASE_URL. */
  readonly anthropic: string
  /** All requests so far, oldest first. */
  readonly requests: readonly ServedRequest[]
  /** How many requests the client abandoned: it closed the connection before the answer was complete. */
  readonly abandoned: number
  /** Sets the faults of the next requests, one each; `undefined` means none. */
  misbehave(...faults: readonly (Fault | undefined)[]): void
  /** Stops listening and drops open connections. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Starts a model server on loopback that serves both wire formats from one script, with faults on demand.
 *
 * @example
 * ```ts
 * import { modelServer } from "@pawl/agent/testing"
 *
 * await using server = await modelServer({ script: () => "Hello." })
 * process.env.OPENAI_BASE_URL = server.openai
 * server.misbehave({ kind: "status", status: 429 }, { kind: "cut", afterBytes: 20 })
 * ```
 */
export async function modelServer(options: ModelServerOptions): Promise<ModelServer> {
  const requests: ServedRequest[] = []
  const faults: (Fault | undefined)[] = []
  let abandoned = 0
  // Loaded here, because a program with a scripted model imports this file too and needs no server.
  const { createServer } = await import("node:http")
  const server = createServer((request, response) => {
    response.on("close", () => {
      if (!response.writableFinished) abandoned++
    })
    // A client that disconnects is not an error of the server.
    response.on("error", () => {})
    serve(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { "content-type": "application/json" })
      response.end(JSON.stringify({ error: { type: "script_failed", message: messageOf(error) } }))
    })
  })

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await readAll(incoming)
    const url = incoming.url ?? "/"
    const format = url.split("?")[0]?.endsWith("/messages") ? "anthropic" : "openai"
    const request: ServedRequest = { format, url, headers: incoming.headers, raw, body: JSON.parse(raw) }
    const index = requests.push(request) - 1
    const fault = faults.length > 0 ? faults.shift() : options.fault?.(request, index)
    await answer({ request, response, index, fault, options, spoken: format === "anthropic" ? anthropic : openai })
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const close = () => stop(server)
  return {
    openai: base,
    anthropic: base,
    requests,
    get abandoned() {
      return abandoned
    },
    misbehave: (...next) => void faults.push(...next),
    close,
    [Symbol.asyncDispose]: close,
  }
}

interface Answering {
  readonly request: ServedRequest
  readonly response: ServerResponse
  readonly index: number
  readonly fault: Fault | undefined
  readonly options: ModelServerOptions
  readonly spoken: WireFormat
}

async function answer(to: Answering): Promise<void> {
  const { response, fault, spoken, options, request } = to
  if (fault?.kind === "status") {
    const { status, type = "error", message = `Status ${status}`, headers } = fault
    return sendJson(response, status, spoken.error(type, message), headers)
  }
  if (fault?.kind === "content-type") {
    response.writeHead(200, { "content-type": fault.type }).end(fault.body ?? "<html><body>Welcome</body></html>")
    return
  }
  if (fault?.kind === "silence" && fault.afterBytes === undefined) return
  const reply = normal(await options.script(new ScriptRequest(spoken.decode(request.body), new AbortController())))
  if ("error" in reply) return sendFailure(to, reply)
  const inOnePiece = options.stream === false || request.body.stream !== true
  const type = inOnePiece ? "application/json" : "text/event-stream; charset=utf-8"
  response.writeHead(200, { "content-type": type, "cache-control": "no-cache" })
  const frames = inOnePiece ? [JSON.stringify(spoken.whole(reply, to.index))] : spoken.frames(reply, to.index)
  await send(to, frames, inOnePiece)
}

async function send(
  { response, fault, spoken, options }: Answering,
  frames: readonly string[],
  inOnePiece: boolean,
): Promise<void> {
  const bytes = Buffer.from(frames.join(""))
  const some = (count = 2) => frames.slice(0, count).join("")
  switch (fault?.kind) {
    case "cut":
      response.write(bytes.subarray(0, fault.afterBytes), () => response.destroy())
      return
    case "malformed":
      if (inOnePiece) response.end('{"broken": ')
      else
        response.end(`${some(fault.afterFrames)}data: {"broken": \n\n${frames.slice(fault.afterFrames ?? 2).join("")}`)
      return
    case "silence":
      response.write(bytes.subarray(0, fault.afterBytes))
      return
    case "comments":
      response.write(inOnePiece ? " " : some(fault.afterFrames ?? 0))
      return inOnePiece ? undefined : writeSlowly(response, ": still there\n\n")
    case "lingering":
      response.write(bytes)
      return
    case "error-event":
      if (inOnePiece) response.end(JSON.stringify(spoken.error(fault.type, fault.message)))
      else response.end(some(fault.afterFrames) + spoken.errorFrame(fault.type, fault.message))
      return
    case "endless": {
      // White space never completes a JSON text.
      if (inOnePiece) return writeForever(response, " ".repeat(50))
      const words = spoken.frames({ text: "more " }, 0)
      response.write(some())
      return writeForever(response, words.find((frame) => frame.includes("more ")) ?? "")
    }
    case "drip":
    case "split": {
      const sizes = fault.kind === "drip" ? [fault.bytes] : fault.bytes
      await writePieces(response, bytes, { sizes, ms: fault.kind === "drip" ? fault.ms : 0 })
      response.end()
      return
    }
    default:
      await writePaced(response, frames, options.frameMs ?? 0)
  }
}

async function writePaced(response: ServerResponse, frames: readonly string[], ms: number): Promise<void> {
  if (ms > 0) {
    for (const frame of frames) {
      await new Promise((resolve) => setTimeout(resolve, ms))
      response.write(frame)
    }
    response.end()
  } else response.end(frames.join(""))
}

type Refusal = Pick<Failure, "error" | "text" | "retryAfterMs">

function normal(reply: ScriptReply): ScriptAnswer | Refusal {
  return typeof reply === "string" ? { text: reply } : reply
}

const STATUS_OF: Partial<Record<ErrorClass, number>> = {
  auth: 401,
  config: 404,
  timeout: 408,
  "rate-limit": 429,
  "context-overflow": 400,
  "invalid-request": 400,
  overloaded: 503,
}

function sendFailure({ response, spoken }: Answering, reply: Refusal): void {
  const { error, retryAfterMs } = reply
  const headers = retryAfterMs === undefined ? {} : { "retry-after-ms": String(retryAfterMs) }
  const type = spoken.errorTypes[error.class] ?? error.code
  sendJson(response, STATUS_OF[error.class] ?? 500, spoken.error(type, error.message), headers)
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString("utf8")
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
