// One live connection to a server, over the official client. Loaded only when a server starts, because the client is large.
import { Client, ProtocolError, ProtocolErrorCode, type StandardSchemaV1 } from "@modelcontextprotocol/client"
import { defined } from "../base/defined.ts"
import { wellFormed } from "../base/well-formed.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { ToolContext } from "../tools/tool.ts"
import { isRecord, type McpServer } from "./config.ts"
import { isHttpAnswer, isOwnAnswer } from "./explain-errors.ts"
import { mirrored } from "./header-tools.ts"
import { type HttpOptions, HttpTransport } from "./http-transport.ts"
import { type ListedTool, readListed } from "./listed-tool.ts"
import { type RunAuth, runAuth } from "./oauth/run-auth.ts"
import { answerRequests, capabilitiesOf } from "./requests/answer-requests.ts"
import { InFlight } from "./requests/in-flight.ts"
import type { Ending } from "./server-process.ts"
import { StdioTransport } from "./stdio-transport.ts"
import type { Tail } from "./tail.ts"

// More pages than any real server has. It ends the loop for a server whose pages lead in circles.
const MAX_PAGES = 200

export interface ConnectOptions extends HttpOptions {
  readonly stderr: Tail
  readonly startTimeoutMs: number
  readonly signal: AbortSignal
  /** Called when the server ended; with how it ended, where known. */
  readonly onClosed: (ending: Ending | undefined) => void
  readonly onListChanged: () => void
  /** Folders that are announced to servers. */
  readonly roots?: readonly string[]
  /** Where logins to HTTP servers are kept. */
  readonly loginFolder?: string
  /** Receives the tokens of logins, so that they can be masked everywhere else. */
  readonly onSecret?: (value: string) => void
}

export interface CallRequest {
  readonly tool: string
  readonly arguments: JsonObject
  readonly meta: JsonObject
  readonly signal: AbortSignal
  /** Each progress report restarts it, up to `maxTimeoutMs` for the whole call. */
  readonly timeoutMs: number
  readonly maxTimeoutMs: number
  readonly onProgress: (text: string) => void
  /** Answers what the server asks during the call. If it can ask a person, the call's deadline pauses meanwhile. */
  readonly context?: ToolContext
}

/** How a server introduced itself. */
export interface About {
  /** The version of the protocol. */
  readonly protocol?: string
  /** The server's name for itself. */
  readonly name?: string
  /** The server's own version. */
  readonly version?: string
  /** "tools", "resources", "prompts" ... */
  readonly offers: readonly string[]
}

export interface RequestHow {
  readonly signal?: AbortSignal
  readonly timeoutMs: number
}

export interface Connection {
  list(how: RequestHow): Promise<readonly ListedTool[]>
  /** The server's result, unchanged. */
  call(request: CallRequest): Promise<Record<string, unknown>>
  /** Sends any other request and returns its answer. */
  request(method: string, params: JsonObject, how: RequestHow): Promise<Record<string, unknown>>
  /** Whether the server answers at all; any answer counts. */
  ping(timeoutMs: number): Promise<boolean>
  readonly about: About
  /** HTTP: the server gave us a session, which it may forget. */
  readonly hasSession: boolean
  close(): Promise<void>
}

export async function connect(server: McpServer, options: ConnectOptions): Promise<Connection> {
  const { roots = [] } = options
  const client = new Client(
    { name: "pawl", version: "0.1.0" },
    {
      capabilities: capabilitiesOf(roots),
      // Negotiate the protocol revision first. Not over stdio: some programs exit at a request before `initialize`.
      ...(server.kind === "http" && { versionNegotiation: { mode: "auto" } }),
    },
  )
  const inFlight = new InFlight()
  answerRequests(client, { server, inFlight, roots })
  const login = loginTo(server, options)
  const http = { ...options, ...(login && { authProvider: login.provider }) }
  const transport = server.kind === "stdio" ? new StdioTransport(server, options) : new HttpTransport(server, http)
  const ending = () => transport.ending
  // Ignore the server's mistakes: answers without a request, progress of unknown calls, lines that are no messages.
  client.onerror = () => {}
  client.onclose = () => options.onClosed(ending())
  client.setNotificationHandler("notifications/tools/list_changed", () => options.onListChanged())
  try {
    await client.connect(transport, { signal: options.signal, timeout: options.startTimeoutMs })
  } catch (error) {
    await transport.close()
    login?.note(error)
    const how = ending()
    throw how === undefined || options.signal.aborted ? error : new Error(how.words, { cause: error })
  }
  if (transport instanceof HttpTransport) transport.watch()
  const isModernHttp = server.kind === "http" && client.getProtocolEra() === "modern"
  const mirror = isModernHttp ? mirrored((how) => listAll(client, how)) : undefined
  const callTool = async (request: CallRequest) => {
    const headers = await mirror?.headersFor(request.tool, request.arguments, request)
    return callOnce(client, request, headers)
  }
  return {
    list: mirror?.list ?? ((how) => listAll(client, how)),
    call: (request) => inFlight.run(request.context, () => notingLogin(login, callTool(request))),
    request: (method, params, how) => notingLogin(login, requestOnce(client, { method, params }, how)),
    ping: (timeoutMs) => answers(client, timeoutMs),
    about: aboutOf(client),
    get hasSession() {
      return transport instanceof HttpTransport && transport.sessionId !== undefined
    },
    async close() {
      if (transport instanceof HttpTransport) await endSession(transport)
      await client.close()
      // The client forgets a closed transport, but ours may still be waiting for its process.
      await transport.close()
    },
  }
}

async function listAll(client: Client, how: RequestHow): Promise<readonly ListedTool[]> {
  const tools: unknown[] = []
  const seen = new Set<string>()
  const options = { timeout: how.timeoutMs, ...defined({ signal: how.signal }) }
  let cursor: string | undefined
  do {
    const params = cursor === undefined ? {} : { cursor }
    const page = await client.request({ method: "tools/list", params }, anyObject, options).catch(noToolsAtAll)
    if (Array.isArray(page.tools)) tools.push(...page.tools)
    cursor = typeof page.nextCursor === "string" ? page.nextCursor : undefined
    if (cursor === undefined || seen.has(cursor)) break
    seen.add(cursor)
  } while (seen.size < MAX_PAGES)
  return readListed(tools)
}

/** A server may offer only things other than tools. */
function noToolsAtAll(error: unknown): Record<string, unknown> {
  if (error instanceof ProtocolError && error.code === ProtocolErrorCode.MethodNotFound) return { tools: [] }
  throw error
}

async function callOnce(
  client: Client,
  request: CallRequest,
  headers: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  const params = { name: request.tool, arguments: request.arguments, _meta: request.meta }
  const over = new AbortController()
  try {
    return await client.request({ method: "tools/call", params }, anyObject, {
      signal: request.signal,
      requestSignal: over.signal,
      headers,
      resetTimeoutOnProgress: true,
      ...limitsOf(request),
      onprogress: ({ message, progress, total }) =>
        request.onProgress(message ?? (total === undefined ? `${progress}` : `${progress} of ${total}`)),
    })
  } finally {
    // Stop reading from a server that never stops sending; it gets a moment for its last messages.
    setTimeout(() => over.abort("over"), LAST_WORDS_MS).unref()
  }
}

const LAST_WORDS_MS = 200

function limitsOf({ context, timeoutMs, maxTimeoutMs }: CallRequest) {
  const canAsk = context?.ask !== undefined
  return { timeout: canAsk ? MAX_TIMER_MS : timeoutMs, maxTotalTimeout: canAsk ? MAX_TIMER_MS : maxTimeoutMs }
}

/** The longest delay that a timer supports. */
const MAX_TIMER_MS = 2 ** 31 - 1

function requestOnce(
  client: Client,
  request: { readonly method: string; readonly params: JsonObject },
  { timeoutMs, signal }: RequestHow,
): Promise<Record<string, unknown>> {
  return client.request(request, anyObject, { timeout: timeoutMs, ...defined({ signal }) })
}

/** An entry with its own `authorization` header needs no login. */
function loginTo(server: McpServer, { loginFolder, onSecret }: ConnectOptions): RunAuth | undefined {
  if (server.kind === "stdio" || loginFolder === undefined) return undefined
  const isGiven = Object.keys(server.headers).some((name) => name.toLowerCase() === "authorization")
  return isGiven ? undefined : runAuth(server, loginFolder, onSecret)
}

async function notingLogin<Value>(login: RunAuth | undefined, work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    login?.note(error)
    throw error
  }
}

async function answers(client: Client, timeout: number): Promise<boolean> {
  try {
    await client.request({ method: "ping" }, anyObject, { timeout })
    return true
  } catch (error) {
    // An error answer, such as an unknown method or an unknown session, is an answer too.
    return isOwnAnswer(error) || isHttpAnswer(error)
  }
}

function aboutOf(client: Client): About {
  const { name, version } = client.getServerVersion() ?? {}
  const protocol = client.getNegotiatedProtocolVersion()
  return wellFormed({
    ...defined({ protocol, name, version }),
    offers: Object.keys(client.getServerCapabilities() ?? {}).sort(),
  })
}

/** Tells the server that the session is over. Gives up after a second, because the server may be gone. */
async function endSession(transport: HttpTransport): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, 1000).unref())
  await Promise.race([transport.terminateSession().catch(() => {}), late])
}

// The client's own schemas refuse a whole list for one odd tool, so we parse results ourselves, part by part.
const anyObject: StandardSchemaV1<unknown, Record<string, unknown>> = {
  "~standard": {
    version: 1,
    vendor: "pawl",
    validate: (value) => (isRecord(value) ? { value } : { issues: [{ message: "the result is not an object" }] }),
  },
}
