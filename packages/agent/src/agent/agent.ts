// The public interface of an agent.
import type { ApprovalMode } from "../contracts/command.ts"
import type { InputPart } from "../contracts/content.ts"
import type { UsageQuery, UsageRow } from "../contracts/limits.ts"
import type { ToolDefinition } from "../contracts/model.ts"
import type { SessionQuery, SessionRow } from "../contracts/sessions.ts"
import type { Imported, ImportOptions } from "../features/transfer/import-session.ts"
import type { McpPrompt } from "../mcp/prompts.ts"
import type { ServerStatus } from "../mcp/server-link.ts"
import type { PluginStatus } from "../plugins/status.ts"
import type { Session } from "../session/handle.ts"
import type { InboxRequest, RequestQuery } from "../session/request-inbox.ts"
import type { SearchOptions, SessionHit } from "../store/archive.ts"
import type { OpenOptions } from "./options.ts"

/** Which sessions to list. */
export interface SessionFilter extends SessionQuery {
  /** Only sessions whose title or messages contain all of these words, as `search` finds them; all if it is empty. */
  readonly text?: string
}

/** An agent: opens sessions, runs them, and closes everything it started. */
export interface Agent<Context = unknown> {
  /**
   * Returns a handle to the session with this id, and creates the session if there is none, unless `create` is false.
   * With an `owner`, a session of another owner is refused as one that does not exist. Any number of handles may be
   * open, in any process.
   */
  open(options?: OpenOptions<Context>): Promise<Session<Context>>
  /**
   * The approval inbox: all calls of all sessions that wait for a person, newest first.
   *
   * @example
   * ```ts
   * for (const request of await agent.requests({ owner: "ann" })) {
   *   const session = await agent.sessions.get(request.session, { owner: "ann" })
   *   console.log(request.name, request.arguments, request.preview, new Date(request.since))
   *   if (request.kind === "approval") await session?.decide(request, "deny")
   *   else await session?.answer(request, "Tomorrow.")
   * }
   * ```
   */
  requests(query?: RequestQuery): Promise<readonly InboxRequest[]>
  /**
   * What owners used, by day (UTC) and model, oldest first. Removing a session leaves its sums.
   *
   * @example
   * ```ts
   * for (const { day, model, usage, unpriced } of await agent.usage({ owner: "ann", from: "2026-01-01" })) {
   *   console.log(day, model, usage.costUsd ?? "unknown", unpriced === 0 ? "" : `without ${unpriced} requests`)
   * }
   * ```
   */
  usage(query?: UsageQuery): Promise<readonly UsageRow[]>
  /** The tools that a model would be offered now, in that order. */
  tools(): Promise<readonly ToolDefinition[]>
  /** The status of each MCP server, with the reason when one failed. */
  servers(): readonly ServerStatus[]
  /** The prompts that MCP servers offer. Starts the servers that have prompts, unless `onlyStarted` is set. */
  prompts(how?: { readonly onlyStarted?: boolean }): Promise<readonly McpPrompt[]>
  /** A server's prompt with its arguments filled in, to be sent to a session. */
  prompt(server: string, name: string, given?: Readonly<Record<string, string>>): Promise<readonly InputPart[]>
  /** The content of an MCP resource, to be sent to a session. */
  resource(server: string, uri: string): Promise<readonly InputPart[]>
  /** The status of each plugin: which tools can be used, what is missing, and where settings come from. */
  plugins(): readonly PluginStatus[]
  /** The approval modes that turns may be sent with. */
  readonly approvalModes: readonly ApprovalMode[]
  /** The text without the secrets that the agent knows. Use it when you store what people say elsewhere, too. */
  clean(text: string): string
  /** The sessions of the agent's store: list, find, search, export, import and remove them. */
  readonly sessions: {
    /** A page of the list, newest first: all, or those with this owner, status or text. */
    list(query?: SessionFilter): Promise<readonly SessionRow[]>
    /** The handle of an existing session, as `open` returns it; undefined where `open` finds none. Creates nothing. */
    get(id: string, whose?: Pick<OpenOptions<Context>, "owner" | "context">): Promise<Session<Context> | undefined>
    /** By id, by exact title, or by the beginning of the id. An ambiguous name is refused. */
    find(name: string): Promise<SessionRow>
    /** Removes a session and its children. */
    remove(id: string): Promise<boolean>
    /** Sessions whose title or messages contain all of these words; newest first. */
    search(words: string, options?: SearchOptions): Promise<readonly SessionHit[]>
    /** A whole session as lines of JSON: its facts and the blobs they refer to. */
    export(id: string): AsyncIterable<string>
    /** Imports what `export` returned. Refused as a whole if anything in it is broken. */
    import(lines: Iterable<string> | AsyncIterable<string>, options?: ImportOptions): Promise<Imported>
  }
  /**
   * For operators: takes a session from the process that runs it, also from one that hangs. Another run goes on where the log
   * ends, and what the old one still tries to write is refused.
   */
  evict(id: string): Promise<void>
  /**
   * Waits up to `deadlineMs` for running turns to rest, then suspends them. They continue when their session is
   * opened again, in any process.
   */
  close(options?: { readonly deadlineMs?: number }): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
