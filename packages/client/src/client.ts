// A client of a server, with the shape of the library's agent.
import type {
  CallOptions,
  OpenOptions,
  OperationName,
  RequestQuery,
  Sessions,
  StoredGrant,
  UsageQuery,
} from "./client-types.ts"
import { type WatchOptions, watch } from "./follow.ts"
import { newId } from "./new-id.ts"
import { orMissing } from "./or-missing.ts"
import { Session } from "./session.ts"
import { missing, sessionsOf } from "./sessions.ts"
import { type Asked, type ConnectOptions, Transport } from "./transport.ts"
import type { InboxRequest, Me, Operations, SessionListEvent, ToolDefinition, UsageRow } from "./wire.ts"

/** A client of a server: opens sessions, and ends what it follows when it is closed. Turns run on. */
export interface Client {
  /** A handle to the session with this id. Creates the session if there is none, unless `create` is false. */
  open(options?: OpenOptions): Promise<Session>
  /** The approval inbox: all calls of your sessions that wait for a person, newest first. */
  requests(query?: RequestQuery): Promise<readonly InboxRequest[]>
  /** What owners used, by day (UTC) and model, oldest first. */
  usage(query?: UsageQuery): Promise<readonly UsageRow[]>
  /** The tools that a model would be offered now, in that order. */
  tools(where?: { readonly workspace?: string }): Promise<readonly ToolDefinition[]>
  /** Who you are to the server, and what you may use. */
  me(): Promise<Me>
  /** The names of the workspaces that you may use. */
  workspaces(): Promise<readonly string[]>
  /** The profiles that sessions may be opened with. */
  profiles(where?: { readonly workspace?: string }): Promise<readonly string[]>
  /** The models that you may ask. */
  models(where?: { readonly workspace?: string }): Promise<readonly string[]>
  /** What you granted for all your sessions, by id: calls that need no approval. */
  grants(): Promise<readonly StoredGrant[]>
  /** Revokes a grant: calls like it need an approval again. */
  revokeGrant(id: string): Promise<void>
  /** The sessions that you may see: list, find, search, export, import and remove them. */
  readonly sessions: Sessions<Session>
  /**
   * Calls any operation of the server that answers with JSON, by its name in the OpenAPI document. One that changes something is
   * not sent again when the connection breaks, unless you say that the server does it once only (`again`).
   */
  call<N extends OperationName>(name: N, asked: Asked<N>, how?: CallOptions): Promise<Operations[N]["answer"]>
  /**
   * The sessions that you may see, then each that changes. Connects again by itself, and begins with a snapshot each time: a list
   * that is made of it stays up to date.
   */
  watch(options?: WatchOptions): AsyncGenerator<SessionListEvent, void, void>
  /**
   * Looks now whether the server is there, where all streams share a WebSocket: one that does not say so within 5 seconds is lost. Else
   * that is noticed after `silentMs`.
   */
  check(): void
  /** Ends what it follows. Turns run on. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Connects to a server. Nothing is sent before the first call.
 *
 * @example
 * ```ts
 * import { connect } from "@pawl/client"
 *
 * const agent = connect({ url: "https://pawl.example.com", token: process.env.PAWL_TOKEN ?? "" })
 * const session = await agent.open({ title: "Refunds" })
 * for await (const event of session.send("Please refund order 42.")) {
 *   if (event.type === "text-delta") process.stdout.write(event.text)
 *   if (event.type === "approval-requested") await session.decide(event, "approve")
 * }
 * await agent.close()
 * ```
 */
export function connect(options: ConnectOptions): Client {
  const transport = new Transport(options)
  const close = async () => transport.close()
  return {
    open: (how = {}) => open(transport, how),
    requests: async (query = {}) => (await transport.call("requests.list", { query })).requests,
    usage: async ({ owner, ...days } = {}) =>
      (await transport.call("server.usage", { query: { ...days, ...(typeof owner === "string" && { owner }) } })).rows,
    tools: async (query = {}) => (await transport.call("server.tools", { query })).tools,
    me: () => transport.call("server.me", {}),
    workspaces: async () => (await transport.call("server.workspaces", {})).workspaces.map(({ name }) => name),
    profiles: async (query = {}) => (await transport.call("server.profiles", { query })).profiles,
    models: async (query = {}) => (await transport.call("server.models", { query })).models,
    grants: async () => (await transport.call("own.grants", {})).grants,
    revokeGrant: async (grant) => void (await transport.call("own.revoke-grant", { params: { grant } })),
    call: (name, asked, how) => transport.call(name, asked, how),
    watch: (how) => watch(transport, how),
    sessions: sessionsOf(transport),
    check: () => transport.source.check?.(),
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function open(transport: Transport, options: OpenOptions): Promise<Session> {
  const { create = true, owner: _owner, context: _context, id, ...about } = options
  if (id !== undefined) {
    const found = await orMissing(transport.call("sessions.get", { params: { session: id } }))
    if (found !== undefined) return new Session(found.id, transport)
    if (!create) throw missing(id)
  }
  // With an id of ours, a request that is sent again opens the same session.
  const body = { ...about, id: id ?? newId() }
  const made = await transport.call("sessions.create", { body }, { again: true })
  return new Session(made.id, transport)
}
