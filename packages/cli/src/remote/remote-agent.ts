// An agent on a server, in place of one in this process: the same commands use either.
import { readFileSync, statSync } from "node:fs"
import type { Agent, Session, SessionRow } from "@pawl/agent"
import type { Client, Input, InputPart, SendOptions, Session as RemoteSession } from "@pawl/client"
import type { OpenedAgent } from "../agent/agent.ts"
import type { Settings } from "../config/settings.ts"
import type { Input as LocalInput } from "../run/attachments.ts"
import { connected } from "./connection.ts"
import type { ServerPlace } from "./place.ts"
import { onlyHere } from "./refused.ts"

export async function openRemoteAgent(settings: Settings, server: ServerPlace): Promise<OpenedAgent> {
  const client = connected(server)
  const model = settings.origins.find(({ key, from }) => key === "model" && from === "flag") && settings.model
  // A wrong URL or token is told before anything else happens.
  await client.me()
  const agent = agentOf(client, model === undefined ? {} : { model })
  return { agent, profile: "", wantedProfile: "", close: () => client.close() }
}

type Turn = Pick<SendOptions, "model">

/** The members of an agent that the commands use. A session's folder is the server's, so it is none of ours. */
function agentOf(client: Client, turn: Turn): Agent {
  const here = (row: object) => ({ ...row, workspace: null })
  const handle = (session: RemoteSession) => handleOf(session, turn)
  const { sessions } = client
  const agent = {
    open: async (how: object) => handle(await client.open(how)),
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

/** Reads the files that a message attaches: the server cannot. */
function handleOf(session: RemoteSession, turn: Turn): Session {
  const send = (input: LocalInput, how: SendOptions = {}) => session.send(withBytes(input), { ...turn, ...how })
  return new Proxy(session, {
    get: (object, name) => (name === "send" ? send : Reflect.get(object, name, object)),
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

/** Whether the row came from a server. */
export type RemoteRow = SessionRow & { readonly workspace: null }
