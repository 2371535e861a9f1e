// The files that a call is to change, right before it does: are they as they were shown, and what do they hold?
import type { PreparedCall } from "../../contracts/toolbox.ts"
import type { CallState } from "../../state/state.ts"
import type { PerformContext, Yielded } from "../performer.ts"
import { checkpoint } from "./checkpoint.ts"
import { withGrace } from "./with-grace.ts"

/**
 * What the call is to change, in the same commit as its intent. A second try must not take what the first one did for what was
 * there before.
 */
export async function keptFor(
  { kept, call }: CallState,
  prepared: PreparedCall,
  { toolbox, state, signal, clock, maxKeptBytes = 0 }: PerformContext,
): Promise<Pick<Yielded, "ahead" | "blobs">> {
  if (kept === true) return {}
  const keeping = toolbox.keep?.(prepared, maxKeptBytes - state.keptBytes)
  const found = keeping && (await withGrace(keeping, signal, clock))
  if (found === undefined) return {}
  const { fact, blobs = [] } = checkpoint(call.id, found)
  return { ahead: [fact], blobs }
}

/** A file that is not as it was shown to whoever approved. Who wrote arguments of their own did not go by what was shown. */
export async function staleFor(
  { base, decision, starts }: CallState,
  { files, maxFileBytes = 0, signal, clock }: PerformContext,
): Promise<string | undefined> {
  if (base === undefined || decision?.arguments !== undefined || starts > 0) return undefined
  const paths = Object.keys(base)
  const looking = files?.hashes(paths, maxFileBytes).catch(() => undefined)
  const now = looking && (await withGrace(looking, signal, clock))
  return now && paths.find((path) => !Object.hasOwn(now, path) || now[path] !== base[path])
}
