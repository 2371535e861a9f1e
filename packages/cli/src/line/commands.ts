// The table of commands with their help texts. The code of a command is imported when it is run.
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
      "show [ID|NAME]",
      "search WORDS",
      "rename ID|NAME TITLE",
      "pin ID|NAME...",
      "unpin ID|NAME...",
      "archive ID|NAME...",
      "unarchive ID|NAME...",
      "tag ID|NAME TAG...",
      "untag ID|NAME TAG...",
      "export ID|NAME",
      "import FILE",
      "backup FILE",
      "vacuum",
      "rm ID|NAME...",
    ],
    summary: "list, show, search, copy and remove sessions",
    details: `A session is named by its id, the beginning of its id, or its title. If a name fits several sessions, the command lists their ids and stops.
A session without a title is called by the first words of its first message. "pawl cleanup" neither archives nor removes pinned sessions.
Archived sessions are listed only with --all, until a new message arrives in them. "list --tag vip" lists the sessions with that tag.
"show" prints the conversation, "show --facts" the log: every call with its arguments, who allowed it, how it ended and how long it took.
"search" finds sessions that contain all of the words, or words that begin with them. "export" writes to stdout, with attachments and
long results; "import" reads such a file, completely or not at all. "backup" copies the database while other processes write, and checks
the copy; "vacuum" returns the space of removed sessions to the disk. "rm" removes a session for good; it asks first, unless --yes.`,
    options: ["json", "all", "tag", "limit", "facts", "requests", "call", "format", "yes"],
    run: async (request) => (await import("../sessions/sessions.ts")).sessions(request),
  },
  {
    name: "show",
    usage: ["[ID|NAME]", "[ID|NAME] --facts", "[ID|NAME] --requests [--call NUMBER]"],
    summary: "show one session: the conversation, its log, or the requests to the model",
    details: `Short for "pawl sessions show": the last session of this folder unless you name one. "--requests" rebuilds the request of each model call from the log and the store, without secrets;
"--call NUMBER" prints one of them in full, "--json" prints everything.`,
    options: ["json", "facts", "requests", "call"],
    run: async ({ words, flags }) =>
      (await import("../sessions/sessions.ts")).sessions({ words: ["show", ...words], flags }),
  },
  {
    name: "replay",
    usage: ["[ID|NAME]"],
    summary: "check offline whether the rules still decide as a recorded session did",
    details: `Checks the last session of this folder unless you name one. No model is asked and no tool runs: answers and results are taken from the log. Reports that the rules decide exactly as in the log, or
the first fact where they differ, and then exits 1. "--with-profile" uses the rules of another profile, "--until" stops at a fact, and
"--as-test FILE" writes the session as a regression test that needs nothing but @pawl/agent.`,
    options: ["json", "until", "with-profile", "as-test", "max-iterations"],
    run: async (request) => (await import("../observe/replay.ts")).replay(request),
  },
  {
    name: "stats",
    usage: ["[ID|NAME]"],
    summary: "statistics of models and tools: success, retries, latency, tokens",
    details: `Covers all sessions unless you name one; "--since 7d" counts only the last seven days, "--all" includes archived sessions. The numbers are
counted anew from the logs. Percentiles are off by two percent at most. "pawl trace ID" shows single turns.`,
    options: ["json", "all", "since"],
    run: async (request) => (await import("../observe/stats.ts")).stats(request),
  },
  {
    name: "usage",
    usage: [""],
    summary: "tokens and costs by day, owner and model",
    details: `The store sums them up as requests end, so the list also has sessions that were removed. Days are those of UTC. A cost is the usage times
the list price, cached tokens included; "prices" in the configuration replaces a price, and a model without one has no cost here.
"--since 7d" lists the last seven days.`,
    options: ["json", "since"],
    run: async (request) => (await import("../observe/usage.ts")).usage(request),
  },
  {
    name: "trace",
    usage: ["[ID]"],
    summary: "what happened in a turn, step by step, with durations",
    details: `ID is a session, a turn's trace, the beginning of one, or the trace id that OpenTelemetry shows; the last session of this folder unless
given. Prints model calls with attempts and
tokens, tool calls with arguments, decisions, and errors. Arguments are shortened, and secrets are removed.`,
    options: ["json"],
    run: async (request) => (await import("../observe/trace.ts")).trace(request),
  },
  {
    name: "resume",
    usage: ["[ID|NAME]"],
    summary: "finish an interrupted turn and print it",
    details: `Continues the last session of this folder unless you name one. A turn whose process was killed, or that waits for your decision, goes on
where its log ends. Finished calls are not run again. A call
whose outcome is not in the log is reported to the model as unknown, and "pawl effects" lists it. --retry tries a failed turn again.`,
    options: ["retry", ...RUN_OPTIONS, "output-format"],
    run: async (request) => (await import("../sessions/resume.ts")).resume(request),
  },
  {
    name: "send",
    usage: ['new "TEXT"', 'ID|NAME "TEXT"'],
    summary: "send a message without waiting for the answer: a worker runs it",
    details: `The message is durable when this command ends. It waits in the session's inbox until "pawl worker" or "pawl resume" runs the session.
Prints the session's id, and on stderr what the message waits for; "sessions list" shows the session as queued. "new" opens a session.`,
    options: ["json", "priority", "profile", "title"],
    run: async (request) => (await import("../run/send.ts")).send(request),
  },
  {
    name: "worker",
    usage: [""],
    summary: "run the sessions of other processes: all that are queued, due or interrupted",
    details: `Several workers may share one database. One worker at a time runs a session; if it dies, another takes the session over.
SIGTERM and Ctrl-C end the worker: running turns have ten seconds to finish, and the next worker continues the others.
Progress goes to stderr. A call that needs an approval waits for "pawl resume", unless --approve says otherwise.`,
    options: ["concurrency", "once", "poll", "lapse", "json", "restate", "restate-listen", "metrics", ...RUN_OPTIONS],
    run: async (request) => (await import("../run/worker.ts")).worker(request),
  },
  {
    name: "serve",
    usage: ["", "--port 7295 --host 127.0.0.1", "--config FILE"],
    summary: "the web app, and sessions over HTTP: they stream, survive restarts, ask before they act",
    details: `Serves the current folder, or the workspaces that "serve" in the configuration names: the web app at the address that it prints, which it
opens in a browser where you start it at a desktop, and the routes that "GET /docs" describes. Only this
machine reaches it, without a token; for any other address make users first: "pawl users add NAME --role admin". Turns run on
their own, whoever looks. SIGTERM and Ctrl-C end it: streams end, running turns have ten seconds, and the next process continues the others; a second signal ends it at
once. With --reuse-port the next process may start before. Exits 0 once it has ended in order, 143 or 130 when it was made to leave at once.`,
    options: [
      "port",
      "host",
      "config",
      "open",
      "no-browser",
      "drain-seconds",
      "reuse-port",
      "log",
      "concurrency",
      "poll",
      "restate",
      "restate-listen",
      "metrics",
      ...RUN_OPTIONS,
    ],
    run: async (request) => (await import("../serve/serve.ts")).serve(request),
  },
  {
    name: "cleanup",
    usage: [""],
    summary: "fail stuck turns, archive unused sessions, remove old ones",
    details: `A turn is stuck if its process has sent no heartbeat for --stuck-after minutes; a running step is never stuck, however long it takes.
Only some profiles fail such turns (chat-service); the turns of other profiles are continued by the next worker or "pawl resume".
Pinned sessions are neither archived nor removed. 0 switches each of the three off.`,
    options: ["stuck-after", "archive-after", "delete-after", "dry-run", "json"],
    run: async (request) => (await import("../sessions/cleanup.ts")).cleanup(request),
  },
  {
    name: "migrate",
    usage: ["sqlite:///PATH/pawl.db postgres://USER@HOST/NAME", "postgres://USER@HOST/NAME sqlite:///PATH/pawl.db"],
    summary: "copy all sessions into another store: from SQLite to PostgreSQL, or back",
    details: `Copies sessions with their facts, attachments, waiting messages and names, users and settings, and the sums of usage; then reads both
sides again and compares, fact by fact and blob by blob, in every run, also what was copied before. The source is only read, and may be in
use: a session that runs is copied as far as it has come. Run the command again, also after it was killed: it writes only what is new. A
session that has something else in the target is refused by name, never overwritten. For the last run stop the processes that use the
source, and start those of the target afterwards; "--skip-unchanged" makes it short, and compares only sessions that went on. Exits 0
only when everything that was compared is equal on both sides. One copy into a store runs at a time. "--json" prints a line for each
session to stderr, and the result to stdout.`,
    options: ["dry-run", "skip-unchanged", "json"],
    run: async (request) => (await import("../sessions/migrate.ts")).migrate(request),
  },
  {
    name: "context",
    usage: ["[ID|NAME]"],
    summary: "show what the model would be sent now, and how it fills the window",
    details: `Uses the last session of this folder unless you name one. Nothing is sent and nothing runs. The parts of the budget add up to the
model's window; set its size with --window if Pawl does not know it, or is wrong. Every section of the prompt, the messages and the
tools are listed with their tokens. "--request" prints the request itself, "--json" prints everything.`,
    options: ["json", "request", ...RUN_OPTIONS],
    run: async (request) => (await import("../context/command.ts")).context(request),
  },
  {
    name: "effects",
    usage: ["[ID|NAME]"],
    summary: "list calls that may or may not have taken effect",
    details:
      "Lists them for one session or for all: the tool, its arguments, and when. Check by hand those that matter.",
    options: ["json"],
    run: async (request) => (await import("../sessions/effects.ts")).effects(request),
  },
  {
    name: "audit",
    usage: ["[ID|NAME]"],
    summary: "list every call: its arguments, who allowed it, and how it ended",
    details: `Prints a row for every call of the last session of this folder, unless you name another: the tool and its arguments, whether a
person allowed it, how it ended and how long it took. "--json" prints everything except secrets.`,
    options: ["json"],
    run: async (request) => (await import("../observe/audit.ts")).audit(request),
  },
  {
    name: "cancel",
    usage: ["[ID|NAME]"],
    summary: "end the running turn",
    details: `Cancels in the last session of this folder unless you name one. The process that runs the turn ends it; if none does, this command
ends it. Calls that had begun and may have taken effect are recorded as unknown: "pawl effects" lists them. Queued messages stay queued.`,
    options: ["json"],
    run: async (request) => (await import("../sessions/cancel.ts")).cancel(request),
  },
  {
    name: "undo",
    usage: ["[ID|NAME]", "[ID|NAME] --list", "[ID|NAME] --turn NUMBER", "[ID|NAME] --call ID"],
    summary: "undo changes that tools made to files",
    details: `Undoes the last change of the last session of this folder, unless you name another session; "--turn" undoes a whole turn, "--call" one
call. Reports for every file whether it was restored, removed, skipped or failed, and exits 1 if a file was not put back. Files that were
changed since by other means are skipped, unless --force. An undo can be undone: "--list" shows its id. Commands that tools ran, the
effects of MCP servers, and moves and removals of whole folders cannot be undone; they are listed. Run it in the folder that the session
worked in (--cwd).`,
    options: ["list", "turn", "call", "force", "dry-run", "json"],
    run: async (request) => (await import("../sessions/undo.ts")).undo(request),
  },
  {
    name: "rewind",
    usage: ["[ID|NAME]", "[ID|NAME] TURN"],
    summary: "go back to before a turn: files, conversation, or both",
    details: `Rewinds the last session of this folder unless you name one. Without TURN it lists the turns. After a rewind the model sees nothing of that turn and later ones, and files are as they were before
it; the log keeps everything. "--files" or "--conversation" rewinds only that. Effects that cannot be undone are listed, for the model too.`,
    options: ["files", "conversation", "force", "dry-run", "json"],
    run: async (request) => (await import("../sessions/undo.ts")).rewind(request),
  },
  {
    name: "fork",
    usage: ["[ID|NAME]", "[ID|NAME] --at SEQ"],
    summary: "copy a session into a new one with the same past",
    details: `Copies the last session of this folder unless you name one, up to a fact; "pawl show ID --facts" shows their numbers. A turn that was running at that fact ends as cancelled in
the copy, and nothing of it is run again. The original session does not change, even if another process is running it.`,
    options: ["at", "title", "json"],
    run: async (request) => (await import("../sessions/fork.ts")).fork(request),
  },
  {
    name: "permissions",
    usage: ["", "allow TOOL [ARGUMENT=PATTERN...]", "revoke NUMBER"],
    summary: "list the calls that run without asking, in all sessions",
    details: `Answering "always" to an approval adds to this list. Patterns are those of paths (* and **). A command is allowed by its first words,
and only if everything in it is allowed: command="git status" allows "git status -s", never "git status; rm x". A pattern that ends with
" $" allows exactly one line: command="cd web && npm test $".
Calls that may destroy something need an approval each time, whatever is on the list.`,
    options: ["json"],
    run: async (request) => (await import("../permissions/command.ts")).permissions(request),
  },
  {
    name: "users",
    usage: [
      "list",
      "show NAME",
      "add NAME [--role ROLE] [--group GROUP] [LIMIT=NUMBER...]",
      "set NAME [--role ROLE] [--group GROUP] [LIMIT=NUMBER...]",
      "token NAME [WHAT IT IS FOR]",
      "rotate NAME [TOKEN]",
      "revoke NAME [TOKEN]",
      "lock NAME",
      "unlock NAME",
      "remove NAME",
    ],
    summary: "manage the users of the server and their tokens",
    details: `Works on the database, also while "pawl serve" runs: what is changed here counts for its next request. The first admin is made here:
"pawl users add NAME --role admin". "add", "token" and "rotate" print the token to stdout, once; the database keeps only its hash.
A viewer looks at sessions, a user works, an admin manages the server and sees all sessions. "--group none" takes a user out of all groups.
Limits are those of a day: costUsd, tokens, ms, toolCalls; and of sessions: sessions, activeSessions, runningSessions. "revoke" without a TOKEN revokes all
of the user's tokens. "remove" leaves the sessions; a new user of the same name gets them only with --adopt.
"remove", "lock" and "set" leave an admin, unless --yes.`,
    options: ["role", "group", "expires", "adopt", "yes", "json"],
    run: async (request) => (await import("../users/users.ts")).users(request),
  },
  {
    name: "groups",
    usage: ["list", "set NAME [RIGHT=VALUE...]", "remove NAME"],
    summary: "manage what groups of users may use on the server",
    details: `Rights are lists with commas: workspaces, profiles, models and tools, where "server__*" names all that begins so. What is left out is not
restricted; an empty list ("tools=") allows nothing. A user in several groups may use what they allow together; one in none may use
everything. Limits are those of each member: tokens=100000 activeSessions=3. "set" replaces what the group allowed before.`,
    options: ["json"],
    run: async (request) => (await import("../users/groups.ts")).groups(request),
  },
  {
    name: "profiles",
    usage: ["", "NAME|FILE"],
    summary: "list the profiles (how the agent behaves), or explain one",
    details: `A profile decides what text without a tool call means, how often a model is asked and retried, and how a turn ends.
Choose one with --profile, PAWL_PROFILE, or "profile" in the configuration; a session keeps the one it was opened with.
Your own profile is a small JSON file: NAME.json in the folder "profiles" beside config.json, or any file given by its path.
"pawl config schema profile" prints its schema.`,
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
    summary: "manage MCP servers: add, remove, test, read logs, log in, trust those of a project",
    details: `Servers come from --mcp-config, from "mcpServers" in the configuration, and from .mcp.json in the workspace.
A project's servers are programs that you did not choose: they start only after "pawl mcp trust". If they change, trust them again.
"add" writes to .mcp.json of the workspace, or with --user to your configuration, and starts the server once to test it. "probe" starts
each server and prints what it offers and how long that took. "logs" prints a server's stderr, and when it was started and failed.
"login" opens the login page of a server with a "url" that requires one, and keeps the tokens in a file that only you can read.`,
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
    summary: "manage plugins: list, check, change settings, create one, trust those of a project",
    details: `Plugins are the folders and modules in "plugins" beside config.json, those that --plugin or "plugins" in the configuration names, and
.pawl/plugins of the workspace. A project's plugins are programs that you did not choose: they are loaded only after "pawl plugins trust".
If they change, trust them again. "check" reports whether a plugin can be loaded and used, and exits 1 if it cannot be loaded or its
settings are wrong. "set" stores a setting in a file that only you can read; a secret is typed unseen, or read from stdin with "-".
The environment wins over stored settings. Lists show secrets masked; only "reveal" prints one. "new" writes a working, tested plugin
to start from.`,
    options: ["json", "plugin"],
    run: async (request) => (await import("../plugins/plugins.ts")).plugins(request),
  },
  {
    name: "doctor",
    usage: [""],
    summary: "check Node, folders, database, profile, models, keys and servers",
    details: "Prints one line for each check, with what to do about it. Exits 1 if a check failed.",
    options: ["model", "fallback", "profile", "dialect", "mcp-config"],
    run: async (request) => (await import("../doctor/doctor.ts")).doctor(request),
  },
  {
    name: "models",
    usage: ["", "PROVIDER"],
    summary: "list the models that providers offer now",
    details: `Asks the providers whose key is known, and those on this machine, for their lists; no model is asked. "pawl config set model NAME"
chooses one for all sessions. "pawl help models" says which key each provider needs.`,
    options: ["json"],
    run: async (request) => (await import("../doctor/models.ts")).models(request),
  },
  {
    name: "config",
    usage: ["", "get KEY", "set KEY VALUE", "unset KEY", "edit", "path", "schema [profile]", "trust"],
    summary: "show the settings and where each comes from; change your own file",
    details: `There is one JSON file for you and one for a project (.pawl.json); "path" prints where they are, "schema" what they may contain.
"set" writes a value into your own file, as JSON or a plain text, and refuses what the schema does; "edit" opens it in VISUAL or EDITOR.
Flags win over the environment, then the project's file, your file, and the defaults. In a file, \${NAME} and \${NAME:-default} are
taken from the environment, "#values.name" from the same file, and "base" names a file that it extends.
A project's file may choose which models get your messages (model, judge, embedder) only after "pawl config trust".`,
    options: ["json", ...RUN_OPTIONS],
    run: async (request) => (await import("../config/config.ts")).config(request),
  },
  {
    name: "completion",
    usage: ["bash", "zsh", "fish", "names"],
    summary: "print a completion script for a shell",
    details: `Completes commands, options and the names of sessions. bash: "source <(pawl completion bash)" in ~/.bashrc; zsh the same in ~/.zshrc,
after compinit; fish: "pawl completion fish | source" in config.fish. "names" prints the names that the scripts complete.`,
    options: [],
    run: async (request) => (await import("../completion/completion.ts")).completion(request),
  },
  {
    name: "demo",
    usage: ["", "--no-crash"],
    summary: "in a checkout: rename seven screenshots, get killed half-way, and go on",
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
