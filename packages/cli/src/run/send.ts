// `pawl send` and `pawl -p --detach`: the message is durable when the command ends. Another process runs the session.
import { type Agent, createAgent, type Model, type Session, type SessionRow, type Store } from "@pawl/agent"
import { openStore } from "../agent/agent.ts"
import { turnOf } from "../config/approving.ts"
import { loadSettings, type Settings } from "../config/settings.ts"
import { badInput, warn, wrongUsage } from "../failure.ts"
import { files } from "../folders.ts"
import type { Flags, Request } from "../line/parse.ts"
import { loadProfile } from "../profiles/load.ts"
import type { ServerPlace } from "../remote/place.ts"
import { needsRunner, statusWord, waitsFor } from "../sessions/waits-for.ts"
import { out } from "../terminal/screen.ts"
import type { Input } from "./attachments.ts"
import { inCliWords } from "./busy.ts"
import { chooseSession } from "./choose-session.ts"
import { rememberLastSession } from "./last-session.ts"
import { restateAway } from "./restate-away.ts"

export async function send({ words, flags }: Request): Promise<number> {
  const [name, ...rest] = words
  const text = rest.join(" ")
  if (name === undefined || text.trim() === "") throw wrongUsage('Write pawl send ID|NAME|new "TEXT".')
  const settings = await loadSettings(flags)
  const meant: Flags = name === "new" ? flags : new Map([...flags, ["resume", name], ["detach", ""]])
  return sendDetached(text, settings, meant)
}

/** `flags` choose the session, as for a prompt. */
export async function sendDetached(input: Input, settings: Settings, flags: Flags): Promise<number> {
  const { server } = settings
  if (server !== undefined) return sendToServer(input, settings, server, flags)
  const store = await openStore(settings)
  let agent: Agent | undefined
  try {
    agent = await agentOn(store, settings)
    const session = await chooseSession(agent, settings, flags)
    await say(session, { input, turn: turnOf(settings) }, (id) => store.sessions.remove(id))
    return await told(session, settings, flags)
  } finally {
    await agent?.close()
    await store.close()
  }
}

async function sendToServer(input: Input, settings: Settings, server: ServerPlace, flags: Flags): Promise<number> {
  const { openRemoteAgent } = await import("../remote/remote-agent.ts")
  const { agent, close } = await openRemoteAgent(settings, server, { warn })
  try {
    const session = await chooseSession(agent, settings, flags)
    await say(session, { input, turn: turnOf(settings) }, (id) => agent.sessions.remove(id))
    return await told(session, settings, flags)
  } finally {
    await close()
  }
}

/** Only the id goes to stdout, for scripts. */
async function told(session: Session, settings: Settings, flags: Flags): Promise<number> {
  const { id } = session
  rememberLastSession(settings, id)
  // The message is durable: a script that is told of a failure would send it twice.
  const row = await session.info().catch(() => undefined)
  const waiting = row && (await waitingFor(row, settings))
  if (flags.has("json")) out.json({ session: id, status: row ? statusWord(row) : null, waitsFor: waiting ?? null })
  else out.line(id)
  if (waiting !== undefined && !flags.has("json")) warn(`queued; it waits for ${waiting}`)
  return 0
}

/** What a worker would be given has to wait while Restate, which gives it, is away. */
async function waitingFor(row: SessionRow, settings: Settings): Promise<string | undefined> {
  const isRemote = settings.server !== undefined
  const away = !isRemote && needsRunner(row) ? await restateAway(settings) : undefined
  return away ?? waitsFor(row, { isRemote })
}

async function agentOn(store: Store, settings: Settings): Promise<Agent> {
  const profile = await loadProfile(settings.profile, files.profiles(settings.folders))
  const { workspace, limits } = settings
  return createAgent({
    store,
    model: NO_MODEL,
    profile: profile.make ?? profile.name,
    workspace,
    run: "none",
    limits,
  })
}

interface Saying {
  readonly input: Input
  readonly turn: ReturnType<typeof turnOf>
}

/** Removes a new session if its first message is refused. */
async function say(session: Session, { input, turn }: Saying, remove: (id: string) => Promise<boolean>): Promise<void> {
  try {
    await session.send(input, turn).accepted()
  } catch (error) {
    const row = await session.info().catch(() => undefined)
    if (row?.seq === 1 && row.metadata.title === null && row.dueAt === null) await remove(session.id)
    throw inCliWords(error, session.id)
  }
}

/** A model that is never asked, because nothing runs here. */
const NO_MODEL: Model = {
  name: "nobody",
  ask: () => Promise.reject(badInput("Nothing runs here.")),
}
