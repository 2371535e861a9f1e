// An agent as its users hold it.
import type { InputPart } from "../contracts/content.ts"
import type { ToolDefinition } from "../contracts/model.ts"
import type { SessionQuery, SessionRow } from "../contracts/store.ts"
import type { Imported } from "../features/transfer/import-session.ts"
import type { McpPrompt } from "../mcp/prompts.ts"
import type { ServerStatus } from "../mcp/server-link.ts"
import type { PluginStatus } from "../plugins/status.ts"
import type { Session } from "../session/handle.ts"
import type { SearchOptions, SessionHit } from "../store/archive.ts"
import type { OpenOptions } from "./options.ts"

/** Opens sessions, runs them, and closes what it holds. */
export interface Agent {
  /** A handle to a session, created if there is none by this id. Anybody may hold one. */
  open(options?: OpenOptions): Promise<Session>
  /** What a model would be offered now, in the order it would see. */
  tools(): Promise<readonly ToolDefinition[]>
  /** How each MCP server is doing, and why one failed. */
  servers(): readonly ServerStatus[]
  /** What MCP servers suggest to say. Those that have any are started, unless only running ones are wanted. */
  prompts(how?: { readonly onlyStarted?: boolean }): Promise<readonly McpPrompt[]>
  /** A server's prompt with its blanks filled in, to be sent to a session. */
  prompt(server: string, name: string, given?: Readonly<Record<string, string>>): Promise<readonly InputPart[]>
  /** What an MCP server has to read at this address, to be sent to a session. */
  resource(server: string, uri: string): Promise<readonly InputPart[]>
  /** How each plugin is doing: what of it can be used, what is missing, what is set where. */
  plugins(): readonly PluginStatus[]
  /** The text without the secrets that the agent knows: for whoever keeps what people say elsewhere, too. */
  clean(text: string): string
  /** The sessions of the agent's store: listed, found, searched, copied and removed. */
  readonly sessions: {
    list(query?: SessionQuery): Promise<readonly SessionRow[]>
    /** By id, by exact title, or by the beginning of the id; an ambiguous name is refused. */
    find(name: string): Promise<SessionRow>
    /** With those that it gave work to. */
    remove(id: string): Promise<boolean>
    /** Those that mention all of these words, in titles and everything said; newest first. */
    search(words: string, options?: SearchOptions): Promise<readonly SessionHit[]>
    /** All of a session as lines of JSON: its facts, and what they refer to. */
    export(id: string): AsyncIterable<string>
    /** What `export` gave, as a session of this store; refused as a whole if anything in it is broken. */
    import(lines: Iterable<string> | AsyncIterable<string>): Promise<Imported>
  }
  /** Lets running turns rest for up to `deadlineMs`, then takes them back; they go on wherever they are opened next. */
  close(options?: { readonly deadlineMs?: number }): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
