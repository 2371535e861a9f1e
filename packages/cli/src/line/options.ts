// Every option there is. The parser, the help and the suggestions all read this table.
import { DIALECT_NAMES } from "../profiles/dialects.ts"

export interface Option {
  readonly name: string
  readonly short?: string
  /** What its value is called in the help; without it the option is a switch. */
  readonly value?: string
  /** The value may be left out. */
  readonly optional?: boolean
  readonly choices?: readonly string[]
  /** May be given more than once: then its value is a list with commas. */
  readonly repeatable?: boolean
  /** What stands between them instead, when a value may have commas. */
  readonly separator?: string
  readonly summary: string
}

export const OPTIONS: readonly Option[] = [
  {
    name: "prompt",
    short: "p",
    value: "TEXT",
    optional: true,
    summary: "say this, print the answer, and leave; piped input is appended",
  },
  {
    name: "output-format",
    value: "FORMAT",
    choices: ["text", "json", "stream-json"],
    summary: "text (default), json: one object, stream-json: every event, one JSON a line",
  },
  {
    name: "json-schema",
    value: "FILE|JSON",
    summary: "the answer must be JSON that fits; asked once more if it does not",
  },
  {
    name: "attach",
    value: "FILE",
    repeatable: true,
    separator: "\u0000",
    summary: "show this file to the model, as @FILE in the prompt does; may be repeated",
  },
  { name: "continue", short: "c", summary: "go on with the last session of this folder" },
  { name: "resume", short: "r", value: "ID|NAME", summary: "go on with this session" },
  { name: "title", value: "TEXT", summary: "name the session" },
  { name: "model", value: "PROVIDER:NAME", summary: "the model to ask" },
  {
    name: "fallback",
    value: "PROVIDER:NAME",
    repeatable: true,
    summary: "the model to ask when the one before cannot answer; may be repeated",
  },
  { name: "profile", value: "NAME|FILE", summary: 'how the agent behaves; "pawl profiles" lists what there is' },
  {
    name: "dialect",
    value: "NAME",
    choices: DIALECT_NAMES,
    summary: `how tool calls are written: ${DIALECT_NAMES.join(", ")}`,
  },
  {
    name: "approve",
    value: "HOW",
    choices: ["ask", "auto", "deny"],
    summary: "tools that change things: ask (default), auto: never ask, deny: refuse",
  },
  {
    name: "approval-timeout",
    value: "SECONDS",
    summary: "how long approvals and questions wait for you before the model goes on without; 0: for ever",
  },
  { name: "max-iterations", value: "NUMBER", summary: "how often a turn may ask the model" },
  {
    name: "finish",
    value: "HOW",
    choices: ["structure", "model", "off"],
    summary: "what an answer is held against: structure, model (a judge is asked where it may have stopped short), off",
  },
  { name: "judge", value: "PROVIDER:NAME", summary: "who is asked whether an answer is finished, when not the model" },
  { name: "orchestrate", summary: "carry turns out by a plan: one model plans, another makes the calls" },
  { name: "planner", value: "PROVIDER:NAME", summary: "who plans, when not the model; implies --orchestrate" },
  { name: "router", value: "PROVIDER:NAME", summary: "who makes the calls of a plan, when not the model; the same" },
  { name: "delegate", summary: "let the model give tasks to sub-agents, each with a session of its own" },
  { name: "window", value: "TOKENS", summary: "how many tokens the model takes, when you know better than Pawl" },
  {
    name: "tools",
    value: "WHICH",
    repeatable: true,
    summary: "only these tools: none, builtin, mcp, or names with commas; server__* for all of a server's",
  },
  {
    name: "tool-choice",
    value: "HOW",
    summary: "which tools the model is offered: all, prefilter: those that fit, prefilter:N, categories",
  },
  { name: "embedder", value: "PROVIDER:NAME", summary: "find tools by meaning too: ollama:nomic-embed-text" },
  { name: "retrieval", value: "DIR", summary: "quote passages of this folder's text files that fit what is said" },
  {
    name: "thinking",
    value: "HOW",
    choices: ["show", "hide"],
    summary: "what the model thinks, on a terminal: show (default), hide",
  },
  {
    name: "plugin",
    value: "PATH|PACKAGE",
    repeatable: true,
    summary: 'a plugin besides those in its folders ("pawl plugins"); may be repeated',
  },
  { name: "mcp-config", value: "FILE", summary: "MCP servers from this file" },
  { name: "cwd", value: "DIR", summary: "the workspace; this folder unless given" },
  { name: "debug", summary: "tell the whole story on stderr; details and stack traces go into the log file" },
  { name: "help", short: "h", summary: "show help, also for one command" },
  { name: "json", summary: "print JSON" },
  { name: "all", summary: "archived sessions too, and those of sub-agents" },
  { name: "limit", value: "NUMBER", summary: "at most so many" },
  {
    name: "format",
    value: "FORMAT",
    choices: ["jsonl", "markdown"],
    summary: "jsonl (default): every fact, markdown: to read",
  },
  { name: "request", summary: "the request that would be sent, as JSON" },
  { name: "facts", summary: "the log as a table instead of the conversation" },
  { name: "requests", summary: "what was sent at each model call" },
  { name: "call", value: "NUMBER|ID", summary: "only this call: of a model by its number, of a tool by its id" },
  { name: "list", summary: "only list what there is" },
  { name: "turn", value: "NUMBER", summary: "all of this turn" },
  { name: "files", summary: "only the files" },
  { name: "conversation", summary: "only the conversation" },
  { name: "force", summary: "even over what is there: a server of that name, a file that was changed since" },
  { name: "at", value: "SEQ", summary: "up to this fact; all of them unless given" },
  { name: "since", value: "WHEN", summary: "what happened since then: 30m, 24h, 7d, 4w, or a day" },
  { name: "until", value: "SEQ", summary: "up to this fact" },
  { name: "with-profile", value: "NAME|FILE", summary: "with the rules of this profile instead of its own" },
  { name: "as-test", value: "FILE", summary: "write it as a regression test" },
  { name: "no-browser", summary: "only show the address of the login page" },
  { name: "yes", short: "y", summary: "do not ask" },
  { name: "no-crash", summary: "without the kill" },
  { name: "detach", summary: "say it, print the session's id, and leave; a worker runs it" },
  {
    name: "runner",
    value: "WHO",
    choices: ["here", "worker"],
    summary: 'who runs the turn: here (default), or a "pawl worker" on the same database',
  },
  { name: "concurrency", value: "NUMBER", summary: "at most so many sessions at once" },
  { name: "once", summary: "leave when nothing is left to do" },
  { name: "poll", value: "MS", summary: "how often to look for sessions that nobody runs; 200 unless given" },
  { name: "stuck-after", value: "MINUTES", summary: "fail turns without a sign of life for so long; 5 unless given" },
  { name: "archive-after", value: "DAYS", summary: "archive sessions that rest for so long; 30 unless given" },
  { name: "delete-after", value: "DAYS", summary: "remove archived sessions after so long; 90 unless given" },
  { name: "dry-run", summary: "only say what would be done" },
  { name: "url", value: "URL", summary: "a server that is reached over HTTP" },
  {
    name: "env",
    value: "NAME[=VALUE]",
    repeatable: true,
    separator: "\u0000",
    summary: "a variable for the server; without a value it is taken from the environment; may be repeated",
  },
  {
    name: "header",
    value: "NAME:VALUE",
    repeatable: true,
    separator: "\u0000",
    summary: "a header for an HTTP server; may be repeated",
  },
  { name: "user", summary: "in your own configuration, for all projects" },
  { name: "lines", value: "NUMBER", summary: "the last lines; 50 unless given" },
  { name: "retry", summary: "try a failed turn again, without saying anything twice" },
]

/** What a run of the agent listens to, with or without a command. */
export const RUN_OPTIONS = [
  "model",
  "fallback",
  "profile",
  "dialect",
  "approve",
  "approval-timeout",
  "max-iterations",
  "finish",
  "judge",
  "orchestrate",
  "planner",
  "router",
  "delegate",
  "window",
  "tools",
  "tool-choice",
  "embedder",
  "retrieval",
  "thinking",
  "mcp-config",
  "plugin",
  "runner",
]
export const PROMPT_OPTIONS = [
  "prompt",
  "output-format",
  "json-schema",
  "attach",
  "continue",
  "resume",
  "title",
  "detach",
  ...RUN_OPTIONS,
]
export const COMMON_OPTIONS = ["cwd", "debug", "help"]

export function optionNamed(name: string): Option | undefined {
  return OPTIONS.find((option) => option.name === name)
}
