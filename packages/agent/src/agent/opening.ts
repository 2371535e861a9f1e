// Opens a session: validates its options and writes its first fact.
import { defined } from "../base/defined.ts"
import { PawlError } from "../contracts/error.ts"
import { FACT_VERSION } from "../contracts/fact.ts"
import type { Json } from "../contracts/json.ts"
import { type Names, refuseUnknown } from "../contracts/known-options.ts"
import type { SessionRow } from "../contracts/sessions.ts"
import type { Store } from "../contracts/store.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import type { OpenedFact } from "../session/fold-cache.ts"
import { isReachable, readMetadata, readNewId, readOpening, readSessionId } from "../session/read-input.ts"
import { readName } from "../session/read-name.ts"
import { maxSessionsFor } from "./limiting.ts"
import type { OpenOptions } from "./options.ts"
import type { Setup } from "./setup.ts"

export interface Opening {
  readonly id: string
  readonly given: OpenOptions
  /** Its title and tags, as the store keeps them. */
  readonly named: ReturnType<typeof readMetadata> | undefined
  /** The context of the application, where the agent stores it. */
  readonly stored?: Json
}

const OPEN: Names<OpenOptions> = {
  id: true,
  owner: true,
  create: true,
  title: true,
  tags: true,
  instructions: true,
  profile: true,
  context: true,
}

/** What other libraries call these options, and what belongs elsewhere: what to write. */
const OPEN_WORDS: Readonly<Record<string, string>> = {
  conversation: "id",
  conversationId: "id",
  name: "title",
  resume: "id",
  session: "id",
  sessionId: "id",
  session_id: "id",
  thread: "id",
  threadId: "id",
  thread_id: "id",
  model: "createAgent({ model }), or session.send(input, { model })",
  prompt: "instructions",
  system: "instructions",
  systemPrompt: "instructions",
  tools: "createAgent({ tools }), or session.send(input, { tools })",
  metadata: "tags, or context",
  user: "owner",
  userId: "owner",
}

/** Validates options from plain JavaScript, and removes secrets that the agent knows. */
export function readOpenOptions(options: OpenOptions, secrets: KnownSecrets | undefined): OpenOptions {
  const id = JSON.stringify(typeof options === "string" ? options : "order-42")
  refuseUnknown("agent.open", options, OPEN, { instead: `Write agent.open({ id: ${id} }).`, words: OPEN_WORDS })
  // The context is the application's own: it is passed on as it is.
  const { context: _own, ...others } = options
  const given = readOpening(others)
  if (secrets === undefined) return given
  const { owner, title, instructions } = given
  if (owner !== undefined) readName(owner, "owner of the session", secrets)
  return {
    ...given,
    ...(title !== undefined && { title: secrets.clean(title) }),
    ...(instructions !== undefined && { instructions: secrets.clean(instructions) }),
  }
}

/** `wanted`: the id exactly as it was given, because a repaired id would name another session. */
export function openingOf(wanted: string | undefined, given: OpenOptions, setup: Setup): Opening {
  const { ids, parts } = setup
  const { secrets } = parts
  const id = wanted === undefined ? ids.next() : readSessionId(wanted, secrets)
  const { title, tags } = given
  const isNamed = title !== undefined || tags !== undefined
  return { id, given, named: isNamed ? readMetadata(defined({ title, tags }), secrets) : undefined }
}

/** Returns its first fact; undefined when a session with that id exists. */
export async function createSession(opening: Opening, profile: string, setup: Setup): Promise<OpenedFact | undefined> {
  const { id, given, named, stored: context } = opening
  const { owner, instructions } = given
  const { store, files, secrets } = setup.parts
  // An older session may have an id that no new one gets.
  if (!isReachable(id) && (await store.sessions.get(id)) === undefined) readNewId(id, secrets)
  const opened: OpenedFact = {
    v: FACT_VERSION,
    seq: 1,
    at: setup.clock.now(),
    type: "session-opened",
    session: id,
    profile,
    ...defined({ owner, instructions, context }),
    ...(files !== undefined && { workspace: files.root }),
  }
  const maxSessions = await maxSessionsFor(owner ?? null, setup)
  const created = await store.sessions.create({ id, opened, profile, ...defined({ owner, maxSessions }) })
  if (created && named !== undefined) await store.sessions.update(id, named)
  return created ? opened : undefined
}

/** The row of an existing session, unless it belongs to another owner. */
export async function existingSession({ id, given }: Opening, store: Store): Promise<SessionRow> {
  const { owner } = given
  const row = await store.sessions.get(id)
  // A session from before there were owners has none: it opens as it always did.
  const isTheirs = owner !== undefined && row !== undefined && row.owner !== null && row.owner !== owner
  if (row !== undefined && !isTheirs) return row
  // The same words in both cases, so that they do not reveal the sessions of other owners.
  const whose = owner === undefined ? "" : " of this owner"
  const advice = "Check the id, or open a session without an id to begin a new one."
  throw new PawlError("session-missing", `There is no session "${id}"${whose}. ${advice}`)
}
