// One live connection to a server, over the official client. Loaded only when a server is started, for the client is large.
import { Client, ProtocolError, ProtocolErrorCode, type StandardSchemaV1 } from "@modelcontextprotocol/client"
import type { JsonObject } from "../../contracts/json.ts"
import { isRecord, type McpServer } from "./config.ts"
import { type HttpOptions, HttpTransport } from "./http-transport.ts"
import { type ListedTool, readListed } from "./listed-tool.ts"
import { StdioTransport } from "./stdio-transport.ts"
import type { Tail } from "./tail.ts"

// No server has this many; one that pages in circles would never end.
const MOST_PAGES = 200

export interface ConnectOptions extends HttpOptions {
  readonly stderr: Tail
  readonly startTimeoutMs: number
  readonly signal: AbortSignal
  /** The server ended, with how, in plain words. */
  readonly onClosed: (how: string | undefined) => void
  readonly onListChanged: () => void
}

export interface CallRequest {
  readonly tool: string
  readonly arguments: JsonObject
  readonly meta: JsonObject
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly onProgress: (text: string) => void
}

export interface Connection {
  list(how: { readonly signal?: AbortSignal; readonly timeoutMs: number }): Promise<readonly ListedTool[]>
  /** The server's result as it came. */
  call(request: CallRequest): Promise<Record<string, unknown>>
  close(): Promise<void>
}

export async function connect(server: McpServer, options: ConnectOptions): Promise<Connection> {
  const client = new Client({ name: "pawl", version: "0.1.0" })
  const transport = server.kind === "stdio" ? new StdioTransport(server, options) : new HttpTransport(server, options)
  const ending = () => (transport instanceof StdioTransport ? transport.ending : undefined)
  // Answers to nobody, progress of unknown calls and lines that are no messages: a server's mistakes are not ours.
  client.onerror = () => {}
  client.onclose = () => options.onClosed(ending())
  client.setNotificationHandler("notifications/tools/list_changed", () => options.onListChanged())
  try {
    await client.connect(transport, { signal: options.signal, timeout: options.startTimeoutMs })
  } catch (error) {
    await transport.close()
    const how = ending()
    throw how === undefined || options.signal.aborted ? error : new Error(how, { cause: error })
  }
  return {
    list: (how) => listAll(client, how),
    call: (request) => callOnce(client, request),
    async close() {
      if (transport instanceof HttpTransport) await endSession(transport)
      await client.close()
      // The client forgets a transport that closed; ours may still be waiting for its process.
      await transport.close()
    },
  }
}

async function listAll(client: Client, how: Parameters<Connection["list"]>[0]): Promise<readonly ListedTool[]> {
  const tools: unknown[] = []
  const seen = new Set<string>()
  const options = { timeout: how.timeoutMs, ...(how.signal !== undefined && { signal: how.signal }) }
  let cursor: string | undefined
  do {
    const params = cursor === undefined ? {} : { cursor }
    const page = await client.request({ method: "tools/list", params }, anyObject, options).catch(noToolsAtAll)
    if (Array.isArray(page.tools)) tools.push(...page.tools)
    cursor = typeof page.nextCursor === "string" ? page.nextCursor : undefined
    if (cursor === undefined || seen.has(cursor)) break
    seen.add(cursor)
  } while (seen.size < MOST_PAGES)
  return readListed(tools)
}

/** A server may offer other things than tools. */
function noToolsAtAll(error: unknown): Record<string, unknown> {
  if (error instanceof ProtocolError && error.code === ProtocolErrorCode.MethodNotFound) return { tools: [] }
  throw error
}

function callOnce(client: Client, request: CallRequest): Promise<Record<string, unknown>> {
  const params = { name: request.tool, arguments: request.arguments, _meta: request.meta }
  return client.request({ method: "tools/call", params }, anyObject, {
    signal: request.signal,
    timeout: request.timeoutMs,
    onprogress: ({ message, progress, total }) =>
      request.onProgress(message ?? (total === undefined ? `${progress}` : `${progress} of ${total}`)),
  })
}

/** Tells the server that nobody will come back; one that is gone need not know. */
async function endSession(transport: HttpTransport): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, 1000).unref())
  await Promise.race([transport.terminateSession().catch(() => {}), late])
}

// The client's own schemas refuse a whole list for one odd tool. We read results ourselves, part by part.
const anyObject: StandardSchemaV1<unknown, Record<string, unknown>> = {
  "~standard": {
    version: 1,
    vendor: "pawl",
    validate: (value) => (isRecord(value) ? { value } : { issues: [{ message: "the result is not an object" }] }),
  },
}
