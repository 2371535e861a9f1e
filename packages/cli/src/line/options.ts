// The table of options, for the parser, the help and the suggestions.
import { DIALECT_NAMES } from "../profiles/dialects.ts"

/** The values of `--approve`. Here, so that the help loads no settings. */
export const APPROVE = ["ask", "edits", "plan", "auto", "deny"] as const

export interface Option {
  readonly name: string
  readonly short?: string
  /** Name of its value in the help; without it the option is a switch. */
  readonly value?: string
  /** The value may be omitted. */
  readonly optional?: boolean
  readonly choices?: readonly string[]
  /** May be given more than once; the values are joined with commas. */
  readonly repeatable?: boolean
  /** Separator instead of the comma, when a value may contain commas. */
  readonly separator?: string
  readonly summary: string
}

export const OPTIONS: readonly Option[] = [
  {
    name: "prompt",
    short: "p",
    value: "TEXT",
    optional: true,
    summary: "send this, print the answer and exit; piped input is appended",
  },
  {
    name: "output-format",
    value: "FORMAT",
    choices: ["text", "json", "stream-json"],
    summary: "text (default), json: one object, stream-json: one JSON line for each event",
  },
  {
    name: "input-format",
    value: "FORMAT",
    choices: ["text", "stream-json"],
    summary:
      "text (default), stream-json: lines of JSON on stdin: messages, decisions, cancel; with the same output format",
  },
  {
    name: "output-schema",
    value: "FILE|JSON",
    summary: "print only JSON that fits this JSON Schema; the model is asked again, twice at most, if it does not",
  },
  {
    name: "attach",
    value: "FILE",
    repeatable: true,
    separator: "\u0000",
    summary: "show this file to the model, as @FILE in the prompt does; may be repeated",
  },
  { name: "continue", short: "c", summary: "go on with the last session of this folder" },
  {
    name: "resume",
    short: "r",
    value: "ID|NAME",
    optional: true,
    summary: "go on with this session; without a name choose one, on a terminal",
  },
  { name: "title", value: "TEXT", summary: "name the session" },
  { name: "model", value: "PROVIDER:NAME", summary: "the model to ask" },
  {
    name: "fallback",
    value: "PROVIDER:NAME",
    repeatable: true,
    summary: "the model to ask when the one before cannot answer; may be repeated",
  },
  { name: "profile", value: "NAME|FILE", summary: 'how the agent behaves; "pawl profiles" lists the profiles' },
  {
    name: "dialect",
    value: "NAME",
    choices: DIALECT_NAMES,
    summary: `how tool calls are written: ${DIALECT_NAMES.join(", ")}`,
  },
  {
    name: "approve",
    value: "HOW",
    choices: APPROVE,
    summary:
      "tools that change things: ask (default), edits: run changes of files that can be undone, plan: only look, auto: never ask, deny: refuse",
  },
  {
    name: "priority",
    value: "HOW",
    choices: ["low", "normal", "high"],
    summary:
      "how soon the turn is to run when more sessions wait than can run: low, normal (default) or high; a head start in waiting time",
  },
  {
    name: "approval-timeout",
    value: "SECONDS",
    summary: "how long approvals and questions wait for you before the model goes on without an answer; 0: no limit",
  },
  { name: "max-iterations", value: "NUMBER", summary: "how many times a turn may ask the model" },
  { name: "attempts", value: "NUMBER", summary: "how often a request to a model is made before the turn fails" },
  { name: "max-cost", value: "USD", summary: "what the session may cost, in US dollars; the next request is not sent" },
  {
    name: "finish",
    value: "HOW",
    choices: ["structure", "model", "off"],
    summary: "how to check that an answer is finished: structure, model (a judge is asked in doubtful cases), off",
  },
  {
    name: "judge",
    value: "PROVIDER:NAME",
    summary: "the model that judges whether an answer is finished; --model unless given",
  },
  { name: "orchestrate", summary: "work by a plan: one model plans, another makes the calls" },
  {
    name: "planner",
    value: "PROVIDER:NAME",
    summary: "the model that plans; --model unless given; implies --orchestrate",
  },
  {
    name: "router",
    value: "PROVIDER:NAME",
    summary: "the model that makes the calls of a plan; --model unless given; implies --orchestrate",
  },
  { name: "delegate", summary: "let the model give tasks to sub-agents, each with its own session" },
  { name: "window", value: "TOKENS", summary: "size of the model's window, if Pawl does not know it or is wrong" },
  {
    name: "tools",
    value: "WHICH",
    repeatable: true,
    summary: "only these tools: none, builtin, mcp, or names with commas; server__* for all tools of a server",
  },
  {
    name: "offer",
    value: "HOW",
    summary: "which tools the model is offered: all, prefilter: those that fit, prefilter:N, categories",
  },
  { name: "embedder", value: "PROVIDER:NAME", summary: "find tools by meaning too: ollama:nomic-embed-text" },
  {
    name: "retrieval",
    value: "DIR",
    summary: "quote passages from the text files of this folder that fit your message",
  },
  { name: "plain", summary: "talk line by line, without a screen; for screen readers, and through a pipe" },
  {
    name: "thinking",
    value: "HOW",
    choices: ["show", "hide"],
    summary: "the model's thinking, on a terminal: show (default), hide",
  },
  {
    name: "plugin",
    value: "PATH|PACKAGE",
    repeatable: true,
    summary: 'a plugin besides those in the plugin folders ("pawl plugins"); may be repeated',
  },
  { name: "mcp-config", value: "FILE", summary: "MCP servers from this file" },
  {
    name: "database",
    value: "URL",
    summary: "keep sessions in this PostgreSQL database, postgres://USER@HOST/NAME, instead of a file of this machine",
  },
  {
    name: "server",
    value: "URL",
    summary: "work with the sessions of this server instead of this machine; the token is read from PAWL_TOKEN",
  },
  {
    name: "workspace",
    value: "NAME",
    summary:
      "with --server: the workspace there that a new session belongs to; the first that you may use unless given",
  },
  { name: "cwd", value: "DIR", summary: "the workspace; the current folder unless given" },
  { name: "debug", summary: "print every step on stderr; details and stack traces go into the log file" },
  { name: "help", short: "h", summary: "show help, or the help of one command" },
  { name: "json", summary: "print JSON" },
  { name: "all", summary: "include archived sessions and those of sub-agents" },
  {
    name: "tag",
    value: "TAG",
    repeatable: true,
    separator: "\u0000",
    summary: "only sessions with this tag; may be repeated: then with all of them",
  },
  { name: "limit", value: "NUMBER", summary: "at most this many" },
  {
    name: "format",
    value: "FORMAT",
    choices: ["jsonl", "markdown"],
    summary: "jsonl (default): every fact, markdown: for reading",
  },
  { name: "request", summary: "the request that would be sent, as JSON" },
  { name: "facts", summary: "the log as a table instead of the conversation" },
  { name: "requests", summary: "the request of each model call" },
  { name: "call", value: "NUMBER|ID", summary: "only this call: a model call by its number, a tool call by its id" },
  { name: "list", summary: "only list them" },
  { name: "turn", value: "NUMBER", summary: "the whole turn with this number" },
  { name: "files", summary: "only the files" },
  { name: "conversation", summary: "only the conversation" },
  { name: "force", summary: "replace a server of the same name; overwrite files that were changed since" },
  { name: "at", value: "SEQ", summary: "up to this fact; the last one unless given" },
  { name: "since", value: "WHEN", summary: "only what happened since then: 30m, 24h, 7d, 4w, or a date" },
  { name: "until", value: "SEQ", summary: "up to this fact" },
  { name: "with-profile", value: "NAME|FILE", summary: "use the rules of this profile instead of the session's own" },
  { name: "as-test", value: "FILE", summary: "write the session as a regression test" },
  { name: "no-browser", summary: "open no browser, only show the address" },
  { name: "yes", short: "y", summary: "do not ask for confirmation" },
  { name: "no-crash", summary: "without the kill" },
  { name: "detach", summary: "send it, print the session's id and exit; a worker runs it" },
  {
    name: "runner",
    value: "WHO",
    choices: ["here", "worker"],
    summary: 'what runs the turn: here (default), or a "pawl worker" on the same database',
  },
  { name: "concurrency", value: "NUMBER", summary: "at most this many sessions at once" },
  {
    name: "restate",
    value: "URL",
    summary: "let this Restate server decide which worker runs a session, as http://127.0.0.1:8080",
  },
  {
    name: "restate-listen",
    value: "PORT",
    summary: "the port on which Restate gives sessions to this process; 9080 unless given",
  },
  {
    name: "metrics",
    value: "[HOST:]PORT",
    summary: "answer /metrics, /readyz and /healthz there, without a login; 127.0.0.1 unless a host is given",
  },
  { name: "once", summary: "exit when nothing is left to do" },
  { name: "poll", value: "MS", summary: "how often to look for sessions that no process runs; 200 unless given" },
  {
    name: "lapse",
    value: "MS",
    summary: "how long the heartbeat of a worker may stand still until another one takes over; 10000 unless given",
  },
  { name: "stuck-after", value: "MINUTES", summary: "fail turns without a heartbeat for this long; 5 unless given" },
  { name: "archive-after", value: "DAYS", summary: "archive sessions that were unused for this long; 30 unless given" },
  { name: "delete-after", value: "DAYS", summary: "remove archived sessions after this long; 90 unless given" },
  { name: "dry-run", summary: "only print what would be done" },
  {
    name: "skip-unchanged",
    summary: "do not compare again the sessions that look as an earlier copy left them; for the short last run",
  },
  { name: "url", value: "URL", summary: "a server that is reached over HTTP" },
  {
    name: "env",
    value: "NAME[=VALUE]",
    repeatable: true,
    separator: "\u0000",
    summary: "a variable for the server; without VALUE it is taken from the environment; may be repeated",
  },
  {
    name: "header",
    value: "NAME:VALUE",
    repeatable: true,
    separator: "\u0000",
    summary: "a header for an HTTP server; may be repeated",
  },
  { name: "user", summary: "in your own configuration, for all projects" },
  { name: "role", value: "ROLE", choices: ["viewer", "user", "admin"], summary: "viewer, user (default) or admin" },
  {
    name: "group",
    value: "GROUP",
    repeatable: true,
    separator: "\u0000",
    summary: "a group that the user is in; may be repeated",
  },
  { name: "expires", value: "DAYS", summary: "how long the token can be used; without end unless given" },
  { name: "adopt", summary: "the new user takes over the sessions of an earlier one of the same name" },
  { name: "lines", value: "NUMBER", summary: "how many of the last lines; 50 unless given" },
  { name: "port", value: "NUMBER", summary: "the port to listen on; 7295 unless given, 0: any that is free" },
  { name: "host", value: "ADDRESS", summary: "the address to listen on; 127.0.0.1, this machine only, unless given" },
  { name: "config", value: "FILE", summary: "this configuration in place of your own" },
  { name: "open", summary: "open the address in a browser, also where that is not done by itself" },
  {
    name: "drain-seconds",
    value: "SECONDS",
    summary: "how long running turns may take to finish when the server ends; 10 unless given",
  },
  {
    name: "reuse-port",
    summary: "let the next process listen on the same port before this one ends: a restart without a gap",
  },
  {
    name: "log",
    value: "WHERE",
    choices: ["file", "stderr"],
    summary: "where log records go: file (default), or stderr for systemd and containers",
  },
  { name: "retry", summary: "try a failed turn again, without sending the message twice" },
]

/** Options of every command that runs the agent, and of `pawl` without a command. */
export const RUN_OPTIONS = [
  "model",
  "fallback",
  "profile",
  "dialect",
  "approve",
  "priority",
  "approval-timeout",
  "max-iterations",
  "attempts",
  "max-cost",
  "finish",
  "judge",
  "orchestrate",
  "planner",
  "router",
  "delegate",
  "window",
  "tools",
  "offer",
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
  "input-format",
  "output-schema",
  "attach",
  "continue",
  "resume",
  "title",
  "detach",
  "workspace",
  "plain",
  ...RUN_OPTIONS,
]
export const COMMON_OPTIONS = ["database", "server", "cwd", "debug", "help"]

export function optionNamed(name: string): Option | undefined {
  return OPTIONS.find((option) => option.name === name)
}
