// Gates that check the files a call is to change, right before it does: are they unchanged, and what do they hold? A
// call that comes too late, after an edit by a person or another process, changes nothing.
import { goOn } from "../../base/at-hand.ts"
import type { PreparedCall } from "../../contracts/toolbox.ts"
import type { FileHashes } from "../../contracts/undo.ts"
import { defineGate, type Verdict } from "../../kernel/call-gate.ts"
import type { PerformContext } from "../../kernel/performer.ts"
import { refused } from "../../kernel/performers/results.ts"
import { withGrace } from "../../kernel/performers/with-grace.ts"
import { HIDDEN } from "../../secrets/secret-forms.ts"
import { checkpoint } from "./checkpoint.ts"
import { changedByOthers, changedSince, hidesSecret } from "./file-words.ts"

/**
 * Refuses to write to a file with a secret that the model was shown redacted: it would put the mark in the secret's
 * place, and the approver would see no difference.
 */
export const hiddenSecretGate = defineGate({
  needs: ["toolbox", "signal", "clock"],
  only: [{ prepared: "changes" }],
  pass({ state: { starts }, prepared }, { toolbox, signal, clock }) {
    if (starts > 0 || !hasMark(prepared)) return undefined
    const looking = toolbox.keep?.(prepared, 0)
    return goOn(withGrace(looking, signal, clock), (found): Verdict | undefined => {
      const path = found?.secret?.[0]
      return path === undefined ? undefined : { kind: "settled", result: refused(hidesSecret(path)) }
    })
  },
})

function hasMark({ arguments: given }: PreparedCall): boolean {
  for (const name in given) {
    const value = given[name]
    if (typeof value === "string" && value.includes(HIDDEN)) return true
  }
  return false
}

/** Refuses a call when a file is not as the approver was shown it, with or without edited arguments. */
export const staleGate = defineGate({
  needs: ["files", "maxFileBytes", "signal", "clock"],
  only: [{ call: "base" }],
  pass({ state: { base, starts }, prepared: { name } }, ports) {
    if (base === undefined || starts > 0) return undefined
    return changedFile(base, ports).then((path): Verdict | undefined =>
      path === undefined ? undefined : { kind: "settled", result: refused(changedSince(name, path)) },
    )
  },
})

/**
 * Keeps what the call is to change, in the same commit as its intent. A second try must not take what the first one did
 * for what was there before.
 */
export const checkpointGate = defineGate({
  needs: ["state", "toolbox", "files", "maxFileBytes", "maxKeptBytes", "signal", "clock"],
  only: [{ prepared: "changes" }, { call: "before" }],
  pass({ state: { before, call }, prepared }, ports) {
    const { toolbox, state, signal, clock, maxKeptBytes = 0 } = ports
    if (before !== undefined) return { kind: "passed", pass: { recheck: recheckOf(before, prepared, ports) } }
    const keeping = toolbox.keep?.(prepared, maxKeptBytes - state.keptBytes)
    if (keeping === undefined) return undefined
    return goOn(withGrace(keeping, signal, clock), (found): Verdict | undefined => {
      if (found === undefined) return undefined
      const { fact, blobs = [] } = checkpoint(call.id, found)
      const recheck = recheckOf({ ...found.files, ...found.seen }, prepared, ports)
      return { kind: "passed", pass: { ahead: [fact], blobs, recheck } }
    })
  },
})

function recheckOf(held: FileHashes, prepared: PreparedCall, ports: RecheckPorts) {
  return () => changedMeanwhile(held, prepared, ports)
}

type FilePorts = Pick<PerformContext, "files" | "maxFileBytes" | "signal" | "clock">
type RecheckPorts = FilePorts & Pick<PerformContext, "toolbox">

/**
 * Finds a file that changed since the call was first started: it is neither as it was, nor as the call would leave it.
 */
async function changedMeanwhile(before: FileHashes, prepared: PreparedCall, ports: RecheckPorts) {
  if (Object.keys(before).length === 0) return undefined
  const path = await changedFile(before, ports, ports.toolbox.leaves?.(prepared))
  return path === undefined ? undefined : changedByOthers(prepared.name, path)
}

async function changedFile(
  before: FileHashes,
  { files, maxFileBytes = 0, signal, clock }: FilePorts,
  leaves: FileHashes = {},
): Promise<string | undefined> {
  const paths = Object.keys(before)
  // A file that cannot be read counts as changed.
  const looking = files?.marks(paths, maxFileBytes).catch((): FileHashes => ({}))
  const now = looking && (await withGrace(looking, signal, clock))
  const isExpected = (path: string) =>
    Object.hasOwn(now ?? {}, path) &&
    (now?.[path] === before[path] || (Object.hasOwn(leaves, path) && now?.[path] === leaves[path]))
  return now && paths.find((path) => !isExpected(path))
}
