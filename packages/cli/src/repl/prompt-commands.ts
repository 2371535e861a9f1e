// Prompts of MCP servers as REPL commands (/server:prompt name=value), and resources of MCP servers by mention
// (@server:uri).
import type { InputPart } from "../run/attachments.ts"
import { named, short } from "../terminal/plain.ts"
import type { ReplCommand, Room } from "./command.ts"

type Prompt = Awaited<ReturnType<Room["conversation"]["opened"]["agent"]["prompts"]>>[number]

export const PROMPT_COMMANDS: readonly ReplCommand[] = [
  {
    name: "/prompts",
    usage: "/prompts",
    summary: "list prompts of MCP servers; use one with /server:prompt name=value",
    isUsable: async ({ conversation }) => conversation.opened.agent.servers().length > 0,
    async run({ conversation, terminal }) {
      const prompts = await conversation.opened.agent.prompts()
      if (prompts.length === 0) terminal.tell("No MCP server has prompts.")
      for (const prompt of prompts) terminal.tell(`  ${usageOf(prompt).padEnd(46)} ${short(prompt.description, 90)}`)
    },
  },
]

/** Only of running servers; if one is named, it is started. */
export async function promptsOf({ conversation }: Pick<Room, "conversation">, server?: string) {
  const { agent } = conversation.opened
  const isNamed = agent.servers().some(({ key }) => key === server)
  return agent.prompts({ onlyStarted: !isNamed })
}

/** `/server:prompt`, or `/server:"a prompt"`; a path has no colon there. */
export function isPrompt(line: string): boolean {
  return /^\/[\w-]+:(?:"[^"]+"|[^\s/]+)/.test(line.trim())
}

/** The server, the prompt's name, and its arguments as typed. */
export function promptIn(line: string): { readonly server: string; readonly name: string; readonly rest: string } {
  const parts = /^\/([\w-]+):(?:"([^"]+)"|(\S+))\s*([\s\S]*)$/.exec(line.trim()) ?? []
  const [, server = "", quoted, bare = "", rest = ""] = parts
  return { server, name: quoted ?? bare, rest }
}

export async function sayPrompt({ conversation }: Room, line: string): Promise<void> {
  const { server, name, rest } = promptIn(line)
  const { agent } = conversation.opened
  const given = { ...valuesIn(rest), ...(await onlyBlank(agent, server, name, rest)) }
  conversation.sayInput(await agent.prompt(server, name, given))
}

/** `name=value`, with quotes where a value has spaces. */
export function valuesIn(text: string): Readonly<Record<string, string>> {
  const found = text.matchAll(/([\w.-]+)=(?:"([^"]*)"|'([^']*)'|(\S*))/g)
  return Object.fromEntries([...found].map(([, name, double, single, bare]) => [name, double ?? single ?? bare ?? ""]))
}

/** If a prompt has one argument, or one required argument, its name may be omitted. */
async function onlyBlank(agent: Agent, server: string, name: string, rest: string): Promise<Record<string, string>> {
  if (rest.trim() === "" || Object.keys(valuesIn(rest)).length > 0) return {}
  const prompts = await agent.prompts()
  const blanks = prompts.find((each) => each.server === server && each.name === name)?.arguments ?? []
  const [first] = blanks.length === 1 ? blanks : blanks.filter(({ required }) => required)
  return first === undefined ? {} : { [first.name]: rest.trim() }
}

type Agent = Room["conversation"]["opened"]["agent"]

/** The resources that `@server:uri` names, for configured servers. */
export async function resourcesIn(line: string, agent: Agent): Promise<readonly InputPart[]> {
  const keys = new Set(agent.servers().map(({ key }) => key))
  const named = [...line.matchAll(/(?:^|[\s(])@([\w-]+):([^\s)]+)/g)].filter(([, server = ""]) => keys.has(server))
  const parts = await Promise.all(named.map(([, server = "", uri = ""]) => agent.resource(server, uri)))
  return parts.flat()
}

export function usageOf({ server, name, arguments: blanks }: Prompt): string {
  const words = blanks.map((blank) => (blank.required ? `${blank.name}=…` : `[${blank.name}=…]`))
  return named([`/${server}:${/\s/.test(name) ? `"${name}"` : name}`, ...words].join(" "))
}
