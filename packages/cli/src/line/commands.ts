// Every command there is, with what the help says about it. Its code is imported when it is run.
import { RUN_OPTIONS } from "./options.ts"
import type { Request } from "./parse.ts"

export interface Command {
  readonly name: string
  readonly usage: readonly string[]
  readonly summary: string
  readonly details: string
  readonly options: readonly string[]
  run(request: Request): Promise<number>
}

export const COMMANDS: readonly Command[] = [
  {
    name: "sessions",
    usage: [
      "list",
      "show ID|NAME",
      "search WORDS",
      "rename ID|NAME TITLE",
      "pin ID|NAME...",
      "unpin ID|NAME...",
      "archive ID|NAME...",
      "unarchive ID|NAME...",
      "export ID|NAME",
      "import FILE",
      "backup FILE",
      "vacuum",
      "rm ID|NAME...",
    ],
    summary: "look at sessions, copy them and tidy up",
    details: `A session is named by its id, by its title, or by the beginning of its id. A name that fits several is refused with their ids.
Without a title it goes by the first words that were said to it. What is pinned is neither archived nor removed by "pawl cleanup"; what is archived
is listed with --all only, until somebody speaks to it again.
"show" prints the conversation, "show --facts" the log: every call with its arguments, who allowed it, how it ended and how long it took.
"search" finds sessions that mention all of the words, or words that begin like them. "export" writes to stdout, with attachments and
long results; "import" takes that back, or refuses it as a whole. "backup" copies the database while others write, and reads the copy
again; "vacuum" gives the space of what was removed back to the disk. "rm" removes a session truly; it asks first, unless --yes.`,
    options: ["json", "all", "limit", "facts", "requests", "call", "format", "yes"],
    run: async (request) => (await import("../sessions/sessions.ts")).sessions(request),
  },
  {
    name: "show",
    usage: ["ID|NAME", "ID|NAME --facts", "ID|NAME --requests [--call NUMBER]"],
    summary: "one session: what was said, its log, or what was sent to the model",
    details: `Short for "pawl sessions show". "--requests" rebuilds what was sent at each model call from what the log and the store hold, with
secrets taken out; "--call NUMBER" shows one of them whole, "--json" all of it.`,
    options: ["json", "facts", "requests", "call"],
    run: async ({ words, flags }) =>
      (await import("../sessions/sessions.ts")).sessions({ words: ["show", ...words], flags }),
  },
  {
    name: "replay",
    usage: ["ID|NAME"],
    summary: "hold a recorded session against the rules, offline",
    details: `No model is asked and no tool runs: what they said is taken from the log. Says that the rules decide exactly what the log says, or
the first fact where they do not, and exits 1. "--with-profile" tries the rules of another profile, "--until" stops at a fact, and
"--as-test FILE" writes it as a regression test that needs nothing but @pawl/agent.`,
    options: ["json", "until", "with-profile", "as-test", "max-iterations"],
    run: async (request) => (await import("../observe/replay.ts")).replay(request),
  },
  {
    name: "stats",
    usage: ["[ID|NAME]"],
    summary: "how models and tools are doing: success, retries, latency, tokens",
    details: `Of all sessions unless you name one; "--since 7d" counts what happened since then, "--all" archived sessions too. Recounted from
the logs, so it agrees with them. Percentiles are off by two percent at most. "pawl trace ID" shows single turns.`,
    options: ["json", "all", "since"],
    run: async (request) => (await import("../observe/stats.ts")).stats(request),
  },
  {
    name: "trace",
    usage: ["ID"],
    summary: "what happened in a turn, step by step, with durations",
    details: `ID is a session, a turn's trace, the beginning of one, or the trace id that OpenTelemetry shows. Model calls with attempts and
tokens, the tools they asked for with arguments, decisions, and errors. Arguments are shortened, secrets taken out.`,
    options: ["json"],
    run: async (request) => (await import("../observe/trace.ts")).trace(request),
  },
  {
    name: "resume",
    usage: ["ID|NAME"],
    summary: "finish an interrupted turn and print it",
    details: `A turn whose process was killed, or that waits for your decision, goes on where its log ends. What was done is not done again;
a call whose outcome nobody wrote down is reported to the model as unknown, and listed by "pawl effects".
A turn that failed is tried again with --retry.`,
    options: ["retry", ...RUN_OPTIONS, "output-format"],
    run: async (request) => (await import("../sessions/resume.ts")).resume(request),
  },
  {
    name: "send",
    usage: ['new "TEXT"', 'ID|NAME "TEXT"'],
    summary: "say something without waiting: a worker answers",
    details: `What is said is durable when this ends, and waits in the session's inbox until somebody runs it: "pawl worker", or
"pawl resume". Prints the session's id. "new" opens a session.`,
    options: ["json", "profile", "title"],
    run: async (request) => (await import("../run/send.ts")).send(request),
  },
  {
    name: "worker",
    usage: [""],
    summary: "run what others say: all queued, due and interrupted sessions",
    details: `Several workers may share one database; each session is run by one at a time, and what one leaves behind when it dies
another goes on with. SIGTERM and Ctrl-C end it: what runs may rest for ten seconds, the rest is for the next worker.
Progress is on stderr. A call that needs a person's approval waits for "pawl resume", unless --approve says otherwise.`,
    options: ["concurrency", "once", "poll", "json", ...RUN_OPTIONS],
    run: async (request) => (await import("../run/worker.ts")).worker(request),
  },
  {
    name: "cleanup",
    usage: [""],
    summary: "fail what is stuck, archive what rests, remove what is old",
    details: `Stuck is a turn whose process has given no sign of life for --stuck-after minutes; a live step of any length is not.
Only profiles that say so fail such turns (chat-service): others are gone on with by the next worker or "pawl resume".
Pinned sessions are neither archived nor removed. 0 switches each of the three off.`,
    options: ["stuck-after", "archive-after", "delete-after", "dry-run", "json"],
    run: async (request) => (await import("../sessions/cleanup.ts")).cleanup(request),
  },
  {
    name: "context",
    usage: ["[ID|NAME]"],
    summary: "what the model would be sent now, and how it fills the window",
    details: `Of the last session of this folder unless you name one. Nothing is sent and nothing runs. The parts of the budget add up to
the model's window; --window says how large that is when Pawl does not know, or is wrong. Every section of the prompt, the
messages and the tools are listed with their tokens. "--request" prints the request itself, "--json" all of it.`,
    options: ["json", "request", ...RUN_OPTIONS],
    run: async (request) => (await import("../context/command.ts")).context(request),
  },
  {
    name: "effects",
    usage: ["[ID|NAME]"],
    summary: "calls that may or may not have taken effect",
    details: "Of one session or of all: the tool, its arguments, and when. Check those by hand if they matter.",
    options: ["json"],
    run: async (request) => (await import("../sessions/effects.ts")).effects(request),
  },
  {
    name: "audit",
    usage: ["[ID|NAME]"],
    summary: "what tools were asked to do, who allowed it, and what came of it",
    details: `A row for every call, of the last session of this folder unless you name one: the tool and what it ran with, whether a
person allowed it, how it ended and how long it took. "--json" prints all of it, without secrets.`,
    options: ["json"],
    run: async (request) => (await import("../observe/audit.ts")).audit(request),
  },
  {
    name: "cancel",
    usage: ["[ID|NAME]"],
    summary: "end the turn that is under way",
    details: `Of the last session of this folder unless you name one. Whoever runs it is told; if nobody does, it ends here. What had begun and
may have taken effect is noted as unknown: "pawl effects" lists it. Messages that wait for their turn go on waiting.`,
    options: ["json"],
    run: async (request) => (await import("../sessions/cancel.ts")).cancel(request),
  },
  {
    name: "undo",
    usage: ["[ID|NAME]", "[ID|NAME] --list", "[ID|NAME] --turn NUMBER", "[ID|NAME] --call ID"],
    summary: "put back what tools changed in files",
    details: `The last change that is not undone, of the last session of this folder unless you name one; "--turn" takes a whole turn, "--call"
one call. Says of every file whether it was restored, removed, skipped or failed, and exits 1 if something was not put back. What
somebody else has changed since is skipped, unless --force. An undo can be undone: "--list" shows its id. Commands that tools ran,
and what MCP servers did, cannot be undone; they are named. Nor can moves and removals of whole folders. The folder must be the one the session worked in (--cwd).`,
    options: ["list", "turn", "call", "force", "dry-run", "json"],
    run: async (request) => (await import("../sessions/undo.ts")).undo(request),
  },
  {
    name: "rewind",
    usage: ["ID|NAME", "ID|NAME TURN"],
    summary: "go back to before a turn: files, conversation, or both",
    details: `Without a turn it lists those there are. Afterwards the model sees nothing of what came since, and files are as they were;
the log keeps all of it. "--files" or "--conversation" takes back only that. What calls did besides is named, to the model too.`,
    options: ["files", "conversation", "force", "dry-run", "json"],
    run: async (request) => (await import("../sessions/undo.ts")).rewind(request),
  },
  {
    name: "fork",
    usage: ["ID|NAME", "ID|NAME --at SEQ"],
    summary: "another session with the same past",
    details: `A copy of the log up to a fact; "pawl show ID --facts" numbers them. A turn that was under way there ends as cancelled in the
copy, and nothing of it is run again. The first session stays as it is, whoever runs it.`,
    options: ["at", "title", "json"],
    run: async (request) => (await import("../sessions/fork.ts")).fork(request),
  },
  {
    name: "permissions",
    usage: ["", "allow TOOL [ARGUMENT=PATTERN...]", "revoke NUMBER"],
    summary: "what runs without asking, in all sessions",
    details: `When you are asked, "always" adds to this list. Patterns are as in paths (* and **); a command is allowed by its first words, and
only if all that it runs is allowed: command="git status" allows "git status -s", never "git status; rm x". With " $" at its end it is a
whole line, to the letter: command="cd web && npm test $".
What may destroy something is asked each time, whatever is on the list.`,
    options: ["json"],
    run: async (request) => (await import("../permissions/command.ts")).permissions(request),
  },
  {
    name: "profiles",
    usage: ["", "NAME|FILE"],
    summary: "how the agent can behave: all profiles, or one explained",
    details: `A profile decides what text without a tool call means, how often a model is asked and asked again, and how a turn ends.
Choose one with --profile, PAWL_PROFILE, or "profile" in the configuration; a session keeps the one it was opened with.
One of your own is a small JSON file: NAME.json in the folder "profiles" beside config.json, or any file given by its path.
"pawl config schema profile" says what may stand in it.`,
    options: ["json"],
    run: async (request) => (await import("../profiles/command.ts")).profiles(request),
  },
  {
    name: "mcp",
    usage: [
      "list",
      "add NAME -- COMMAND...",
      "add NAME --url URL",
      "remove NAME",
      "probe [NAME]",
      "logs [NAME]",
      "login NAME",
      "logout NAME",
      "trust",
    ],
    summary: "MCP servers: add and remove them, start them to see, read their logs, log in to them, trust a project's",
    details: `Servers come from --mcp-config, from "mcpServers" in the configuration, and from .mcp.json in the workspace.
A project's own servers are programs that somebody else chose: they start only after "pawl mcp trust", until they change.
"add" writes to .mcp.json of the workspace, or with --user to your configuration, and starts the server once to see. "probe" says
what each server offers and how long that took. "logs" shows what a server wrote to stderr, and when it was started and failed.
"login" shows the page of a server with a "url" that wants one, and keeps what comes of it in a file for you alone.`,
    options: ["json", "mcp-config", "url", "env", "header", "user", "force", "lines", "no-browser"],
    run: async (request) => (await import("../mcp/mcp.ts")).mcp(request),
  },
  {
    name: "plugins",
    usage: [
      "list",
      "check [PATH]",
      "set PLUGIN SETTING [VALUE|-]",
      "unset PLUGIN SETTING",
      "reveal PLUGIN SETTING",
      "new NAME",
      "trust",
    ],
    summary: "plugins: what they bring, what is missing, their settings, a new one",
    details: `Plugins are the folders and modules in "plugins" beside config.json, what --plugin or "plugins" in the configuration names, and
.pawl/plugins of the workspace. A project's own are programs that somebody else wrote: they are loaded only after "pawl plugins trust",
until they change. "check" says whether a plugin can be loaded and used, and exits 1 if it cannot be loaded or is set up wrongly.
"set" stores a setting in a file for you alone; a secret is asked for without showing it, or read from stdin with "-". The environment
comes before what is stored. Lists show secrets masked; "reveal" prints one, and nothing else does. "new" writes a plugin that works and is tested, to begin with.`,
    options: ["json", "plugin"],
    run: async (request) => (await import("../plugins/plugins.ts")).plugins(request),
  },
  {
    name: "doctor",
    usage: [""],
    summary: "check Node, folders, database, profile, models, keys and servers",
    details: "One line for each check, with what to do about it. Exits 1 if something failed.",
    options: ["model", "fallback", "profile", "dialect", "mcp-config"],
    run: async (request) => (await import("../doctor/doctor.ts")).doctor(request),
  },
  {
    name: "config",
    usage: ["", "get KEY", "path", "schema [profile]", "trust"],
    summary: "what is set, and where it comes from",
    details: `One JSON file for you and one for a project (.pawl.json); "path" says where, "schema" what may stand in them.
Flags come before the environment, then the project's file, yours, and what is built in. In a file \${NAME} and
\${NAME:-default} are taken from the environment, "#values.name" from the same file, and "base" names a file to build on.
A project's file may say to whom your words are sent only once you said "trust": a model, a judge, an embedder.`,
    options: ["json", ...RUN_OPTIONS],
    run: async (request) => (await import("../config/config.ts")).config(request),
  },
  {
    name: "demo",
    usage: ["", "--no-crash"],
    summary: "in a checkout: name seven screenshots, be killed half-way, and go on",
    details: `Needs a checkout of Pawl: its OCR server is not in the npm package.
Works in a temporary folder and removes it. Needs no network and no key: the model is a script.`,
    options: ["no-crash"],
    run: async ({ words, flags }) =>
      (await import("../demo/demo.ts")).demo([...words, ...(flags.has("no-crash") ? ["--no-crash"] : [])]),
  },
]

export function commandNamed(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name)
}
