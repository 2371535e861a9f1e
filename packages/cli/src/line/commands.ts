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
    usage: ["list", "show ID|NAME", "search TEXT", "rename ID|NAME TITLE", "export ID|NAME", "rm ID|NAME..."],
    summary: "look at sessions and tidy up",
    details: `A session is named by its id, by its title, or by the beginning of its id. A name that fits several is refused with their ids.
"show" prints the conversation, "show --facts" the log: every call with its arguments, who allowed it, how it ended and how long it took.
"export" writes to stdout. "rm" removes a session truly; it asks first, unless --yes.`,
    options: ["json", "all", "limit", "facts", "format", "yes"],
    run: async (request) => (await import("../admin/sessions.ts")).sessions(request),
  },
  {
    name: "resume",
    usage: ["ID|NAME"],
    summary: "finish an interrupted turn and print it",
    details: `A turn whose process was killed, or that waits for your decision, goes on where its log ends. What was done is not done again;
a call whose outcome nobody wrote down is reported to the model as unknown, and listed by "pawl effects".`,
    options: [...RUN_OPTIONS, "output-format"],
    run: async (request) => (await import("../admin/resume.ts")).resume(request),
  },
  {
    name: "context",
    usage: ["[ID|NAME]"],
    summary: "what the model would be sent now, and how it fills the window",
    details: `Of the last session of this folder unless you name one. Nothing is sent and nothing runs. The parts of the budget add up to
the model's window; --window says how large that is when Pawl does not know, or is wrong. Every section of the prompt, the
messages and the tools are listed with their tokens. "--request" prints the request itself, "--json" all of it.`,
    options: ["json", "request", ...RUN_OPTIONS],
    run: async (request) => (await import("../admin/context.ts")).context(request),
  },
  {
    name: "effects",
    usage: ["[ID|NAME]"],
    summary: "calls that may or may not have taken effect",
    details: "Of one session or of all: the tool, its arguments, and when. Check those by hand if they matter.",
    options: ["json"],
    run: async (request) => (await import("../admin/effects.ts")).effects(request),
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
    run: async (request) => (await import("../admin/profiles.ts")).profiles(request),
  },
  {
    name: "mcp",
    usage: ["list", "probe [NAME]", "trust"],
    summary: "MCP servers: list them, start them to see, trust a project's",
    details: `Servers come from --mcp-config, from "mcpServers" in the configuration, and from .mcp.json in the workspace.
A project's own servers are programs that somebody else chose: they start only after "pawl mcp trust", until they change.`,
    options: ["json", "mcp-config"],
    run: async (request) => (await import("../admin/mcp.ts")).mcp(request),
  },
  {
    name: "doctor",
    usage: [""],
    summary: "check Node, folders, database, profile, models, keys and servers",
    details: "One line for each check, with what to do about it. Exits 1 if something failed.",
    options: ["model", "fallback", "profile", "dialect", "mcp-config"],
    run: async (request) => (await import("../admin/doctor.ts")).doctor(request),
  },
  {
    name: "config",
    usage: ["", "get KEY", "path", "schema [profile]"],
    summary: "what is set, and where it comes from",
    details: `One JSON file for you and one for a project (.pawl.json); "path" says where, "schema" what may stand in them.
Flags come before the environment, then the project's file, yours, and what is built in. In a file \${NAME} and
\${NAME:-default} are taken from the environment, "#values.name" from the same file, and "base" names a file to build on.`,
    options: ["json", ...RUN_OPTIONS],
    run: async (request) => (await import("../admin/config.ts")).config(request),
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
