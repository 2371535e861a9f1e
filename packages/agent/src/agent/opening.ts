// Opens a session: validates its options and writes its first fact.
import { defined } from "../base/defined.ts"
import { FACT_VERSION, type Fact } from "../contracts/fact.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import { readMetadata, readName, readOpening, readSessionId } from "../session/read-input.ts"
import type { OpenOptions } from "./options.ts"
import type { Setup } from "./setup.ts"

export interface Opening {
  readonly id: string
  readonly given: OpenOptions
  /** Its title, as the store keeps it. */
  readonly named: ReturnType<typeof readMetadata> | undefined
}

/** Validates options from plain JavaScript, and removes secrets that the agent knows. */
export function readOpenOptions(options: OpenOptions, secrets: KnownSecrets | undefined): OpenOptions {
  const given = readOpening(options)
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
  const { title } = given
  return { id, given, named: title === undefined ? undefined : readMetadata({ title }, secrets) }
}

/** Returns false when a session with that id exists. */
export async function createSession({ id, given, named }: Opening, profile: string, setup: Setup): Promise<boolean> {
  const { owner, instructions } = given
  const { store, files } = setup.parts
  const opened: Fact = {
    v: FACT_VERSION,
    seq: 1,
    at: setup.clock.now(),
    type: "session-opened",
    session: id,
    profile,
    ...defined({ owner, instructions }),
    ...(files !== undefined && { workspace: files.root }),
  }
  const created = await store.sessions.create({ id, opened, profile, ...defined({ owner }) })
  if (created && named !== undefined) await store.sessions.update(id, named)
  return created
}
