// The files that a call is to change, right before it does: are they as they were, and what do they hold? A call that comes too
// late, after a person's edit or another process's, changes nothing.

import type { PreparedCall } from "../../contracts/toolbox.ts"
import type { FileHashes } from "../../contracts/undo.ts"
import type { PortsOf } from "../../kernel/define-step.ts"
import type { Yielded } from "../../kernel/performer.ts"
import { withGrace } from "../../kernel/performers/with-grace.ts"
import type { CallState } from "../../kernel/state/state.ts"
import { HIDDEN } from "../../secrets/secret-forms.ts"
import { checkpoint } from "./checkpoint.ts"

export const FILE_NEEDS = ["state", "signal", "clock", "toolbox", "files", "maxFileBytes", "maxKeptBytes"] as const

type Ports = PortsOf<typeof FILE_NEEDS>

export interface KeptBefore extends Pick<Yielded, "ahead" | "blobs"> {
  /** What the files held before the call was started first. */
  readonly before?: FileHashes
}

/**
 * What the call is to change, in the same commit as its intent. A second try must not take what the first one did for what was
 * there before.
 */
export async function keptFor(
  { before, call }: CallState,
  prepared: PreparedCall,
  { toolbox, state, signal, clock, maxKeptBytes = 0 }: Ports,
): Promise<KeptBefore> {
  if (before !== undefined) return { before }
  const keeping = toolbox.keep?.(prepared, maxKeptBytes - state.keptBytes)
  const found = keeping && (await withGrace(keeping, signal, clock))
  if (found === undefined) return {}
  const { fact, blobs = [] } = checkpoint(call.id, found)
  return { ahead: [fact], blobs, before: { ...found.files, ...found.seen } }
}

/**
 * A file with a secret that the model was not shown: what it writes there would put the mark in the secret's place, and the one
 * who approves would see no difference.
 */
export async function hiddenFrom(
  { starts }: CallState,
  prepared: PreparedCall,
  { toolbox, signal, clock }: Ports,
): Promise<string | undefined> {
  const hasMark = Object.values(prepared.arguments).some((value) => typeof value === "string" && value.includes(HIDDEN))
  if (!hasMark || starts > 0) return undefined
  const looking = toolbox.keep?.(prepared, 0)
  const found = looking && (await withGrace(looking, signal, clock))
  return found?.secret?.[0]
}

/** A file that is not as it was shown to whoever approved, with arguments of their own or without. */
export async function staleFor({ base, starts }: CallState, context: Ports): Promise<string | undefined> {
  if (base === undefined || starts > 0) return undefined
  return changedFile(base, context)
}

/** A file that somebody else changed since the call was started first: neither as it was, nor as the call would leave it. */
export async function changedMeanwhile(
  before: FileHashes | undefined,
  prepared: PreparedCall,
  context: Ports,
): Promise<string | undefined> {
  if (before === undefined || Object.keys(before).length === 0) return undefined
  return changedFile(before, context, context.toolbox.leaves?.(prepared))
}

async function changedFile(
  before: FileHashes,
  { files, maxFileBytes = 0, signal, clock }: Ports,
  leaves: FileHashes = {},
): Promise<string | undefined> {
  const paths = Object.keys(before)
  // What cannot be looked at is not as it was.
  const looking = files?.marks(paths, maxFileBytes).catch((): FileHashes => ({}))
  const now = looking && (await withGrace(looking, signal, clock))
  const isExpected = (path: string) =>
    Object.hasOwn(now ?? {}, path) &&
    (now?.[path] === before[path] || (Object.hasOwn(leaves, path) && now?.[path] === leaves[path]))
  return now && paths.find((path) => !isExpected(path))
}
