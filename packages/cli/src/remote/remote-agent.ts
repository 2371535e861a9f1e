// An agent on a server, in place of one in this process: the same commands use either.
import { readFileSync, statSync } from "node:fs"
import type { Agent, Session } from "@pawl/agent"
import type {
  ApprovalOf,
  Client,
  ConnectOptions,
  DecideOptions,
  Input,
  InputPart,
  OpenOptions,
  Session as RemoteSession,
  SendOptions,
} from "@pawl/client"
import type { OpenedAgent } from "../agent/agent.ts"
import type { Settings } from "../config/settings.ts"
import { badInput } from "../failure.ts"
import type { Input as LocalInput } from "../run/attachments.ts"
import { named } from "../terminal/plain.ts"
import { connected } from "./connection.ts"
import type { ServerPlace } from "./place.ts"
import { onlyHere } from "./refused.ts"

export interface RemoteHow extends Pick<ConnectOptions, "giveUpMs" | "pauses"> {
  /** Shows the user one line. */
  readonly warn?: (line: string) => void
}

export async function openRemoteAgent(
  { model }: Pick<Settings, "model">,
  server: ServerPlace,
  { warn, ...how }: RemoteHow = {},
): Promise<OpenedAgent> {
  const client = connected(server, {
    ...how,
    onLost: () => warn?.("connection lost, trying again"),
    onCrowded: (ms) => warn?.(crowdedText(ms)),
  })
  // A wrong URL, token or model is told before anything else happens.
  await client.me()
  const { workspace } = server
  if (model !== undefined) await refuseUnknownModel(client, model, workspace)
  const agent = agentOf(client, model === undefined ? {} : { model }, workspace === undefined ? {} : { workspace })
  return { agent, profile: "", wantedProfile: "", isRemote: true, close: () => client.close() }
}

function crowdedText(retryAfterMs: number): string {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  return `the server has more to do than it can begin; your message is sent again in ${seconds} s`
}

/** Without a name, the session may be in any workspace that the user may use: the server refuses a model that its workspace lacks. */
async function refuseUnknownModel(client: Client, model: string, workspace: string | undefined): Promise<void> {
  const workspaces = workspace === undefined ? await client.workspaces() : [workspace]
  const known = (await Promise.all(workspaces.map((workspace) => client.models({ workspace })))).flat()
  if (known.includes(model)) return
  const list = [...new Set(known)].map(named).join(", ")
  throw badInput(`The server has no model "${named(model)}" for you. It has: ${list === "" ? "none" : list}.`)
}

type Turn = Pick<SendOptions, "model">

/** A session's folder is the server's, so it is none of ours. */
function here<Row extends object>(row: Row): Row & { readonly workspace: null } {
  return { ...row, workspace: null }
}

/** The members of an agent that the commands use. */
function agentOf(client: Client, turn: Turn, where: Pick<OpenOptions, "workspace">): Agent {
  const handle = (session: RemoteSession) => handleOf(session, turn)
  const { sessions } = client
  const agent = {
    open: async (how: object) => handle(await client.open({ ...where, ...how })),
    requests: () => client.requests(),
    tools: () => client.tools(),
    servers: () => [],
    plugins: () => [],
    prompts: async () => [],
    prompt: () => Promise.reject(onlyHere("/prompt")),
    resource: () => Promise.reject(onlyHere("@server:uri")),
    // Secrets are known where the agent is: it removes them from what it stores.
    clean: (text: string) => text,
    sessions: {
      list: async (query: object) => (await sessions.list(query)).map(here),
      find: async (name: string) => here(await sessions.find(name)),
      get: async (id: string) => {
        const found = await sessions.get(id)
        return found && handle(found)
      },
      remove: (id: string) => sessions.remove(id),
      search: (words: string, how: object) => sessions.search(words, how),
    },
    close: () => client.close(),
  }
  // The type tests of the client show that what it has fits; the rest is above.
  return agent as unknown as Agent
}

/** Reads the files that a message attaches: the server cannot. What a grant covers depends on the server's folder: the server says it. */
function handleOf(session: RemoteSession, turn: Turn): Session {
  const send = (input: LocalInput, how: SendOptions = {}) => session.send(withBytes(input), { ...turn, ...how })
  const info = async () => here(await session.info())
  const decide = (request: ApprovalOf, word: "approve" | "deny", { grant, ...how }: DecideOptions = {}) =>
    session.decide(request, word, { ...how, ...(grant && { grant: { scope: grant.scope } }) })
  const own: Readonly<Record<string | symbol, unknown>> = { send, info, decide }
  return new Proxy(session, {
    get: (object, name) => own[name] ?? Reflect.get(object, name, object),
  }) as unknown as Session
}

function withBytes(input: LocalInput): Input {
  if (typeof input === "string") return input
  return input.map((part): InputPart => {
    if (part.type !== "file") return part
    const name = part.name ?? part.path
    const mime = part.mime ?? "application/octet-stream"
    if (statSync(part.path, { throwIfNoEntry: false })?.isFile() !== true)
      return { type: "text", text: `[Attached file '${name}' could not be read: there is no such file]` }
    return { type: "bytes", mime, bytes: readFileSync(part.path), name }
  })
}
