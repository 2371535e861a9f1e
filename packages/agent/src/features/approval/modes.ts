// The approval modes of turns: for each, which calls that need an approval run unasked. A mode only answers in place of a
// person: what the agent denies, what its owner may not use, and grave calls stay as they are.
import { APPROVAL_MODES, type ApprovalMode } from "../../contracts/command.ts"
import type { GatedCall } from "../../kernel/call-gate.ts"
import type { PortsOf } from "../../kernel/define-step.ts"
import { withGrace } from "../../kernel/performers/with-grace.ts"

/** `read`: it changes nothing. `edit`: it changes files of the workspace, and can be undone. `other`: all else. */
type CallKind = "read" | "edit" | "other"

interface Mode {
  /** Kinds of calls that run unasked, unless they are grave. */
  readonly unasked: readonly CallKind[]
  /** Whether calls that change something run at all. */
  readonly changes: boolean
}

export const MODES: Readonly<Record<ApprovalMode, Mode>> = {
  ask: { unasked: [], changes: true },
  edits: { unasked: ["edit"], changes: true },
  plan: { unasked: [], changes: false },
  auto: { unasked: ["read", "edit", "other"], changes: true },
}

/** A log of a later version may name a mode that is not known here: then a person is asked. */
export function mayChange(mode: ApprovalMode): boolean {
  return !Object.hasOwn(MODES, mode) || MODES[mode].changes
}

/** The modes of an agent that does not say: one that lets nearly all run unasked has to be listed. */
export const USUAL_MODES: readonly ApprovalMode[] = APPROVAL_MODES.filter((mode) => mode !== "auto")

export const MODE_NEEDS = [
  "session",
  "state",
  "toolbox",
  "signal",
  "clock",
  "maxKeptBytes",
  "isGrave",
  "approvalModes",
] as const

type Ports = PortsOf<typeof MODE_NEEDS>

/** The mode of the turn, if the agent still allows it: a turn may have begun, or come from, elsewhere. */
export function modeOf({ state, approvalModes = USUAL_MODES }: Pick<Ports, "state" | "approvalModes">) {
  const mode = state.turn?.approval
  return mode !== undefined && approvalModes.includes(mode) ? mode : undefined
}

/** Only for a call that needs an approval, and that no policy refuses. */
export async function runsUnasked(mode: ApprovalMode, gated: GatedCall, ports: Ports): Promise<boolean> {
  const { unasked } = MODES[mode]
  const { name, arguments: given, approval } = gated.prepared
  if (unasked.length === 0 || approval === undefined) return false
  const { risk, contents } = approval
  const of = { session: ports.session, owner: ports.state.session?.owner }
  const asked = { name, arguments: given, risk, ...(contents && { contents }) }
  if ((await ports.isGrave?.(asked, of)) !== false) return false
  return unasked.includes(await kindOf(gated, ports))
}

async function kindOf({ prepared }: GatedCall, ports: Ports): Promise<CallKind> {
  if (prepared.effect === "read") return "read"
  const { toolbox, state, signal, clock, maxKeptBytes = 0 } = ports
  // What the gate before the call keeps a moment later: the same limits hold.
  const kept = await withGrace(toolbox.keep?.(prepared, maxKeptBytes - state.keptBytes), signal, clock)
  if (kept === undefined || prepared.approval?.risk !== "changes") return "other"
  const isWhole = Object.keys(kept.skipped).length === 0 && (kept.secret ?? []).length === 0
  return isWhole && Object.keys(kept.files).length > 0 ? "edit" : "other"
}
