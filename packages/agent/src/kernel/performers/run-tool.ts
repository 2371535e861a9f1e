// One tool call on its way to exactly one result. The intent is durable before the body runs, so a crash leaves an
// orphan we can see rather than a side effect we cannot.
import { text } from "../../contracts/content.ts"
import { childOf } from "../../contracts/delegation.ts"
import type { Again, Grant } from "../../contracts/fact.ts"
import type { Call } from "../../contracts/message.ts"
import type { Preparation, PreparedCall, RunOptions, ToolResult } from "../../contracts/toolbox.ts"
import { rationaleFor } from "../../features/approval/rationale.ts"
import type { Desk } from "../../features/questions/desk.ts"
import { DESK_NEEDS, serveDesk } from "../../features/questions/serve-desk.ts"
import { changedByOthers, changedSince, hidesSecret } from "../../features/undo/file-words.ts"
import { changedMeanwhile, FILE_NEEDS, hiddenFrom, keptFor, staleFor } from "../../features/undo/files-before.ts"
import type { PortsOf } from "../define-step.ts"
import type { ToolFinished } from "../facts/tool-finished.ts"
import type { ToolStarted } from "../facts/tool-started.ts"
import type { Yielded } from "../performer.ts"
import { openCall } from "../state/calls.ts"
import { argumentsOf, type CallState, type Turn } from "../state/state.ts"
import type { RunTool } from "../steps/run-tool.ts"
import { RECOVERY_NEEDS, type Recovery, recover } from "./recover.ts"
import { crashed, interrupted, refused, skipped, withheldTool } from "./results.ts"
import { OPTION_NEEDS, offeredIn, runOptions } from "./run-options.ts"
import { spill, toBlob } from "./spill.ts"
import { withGrace } from "./with-grace.ts"

export const NEEDS = [
  ...OPTION_NEEDS,
  ...RECOVERY_NEEDS,
  ...FILE_NEEDS,
  ...DESK_NEEDS,
  "fence",
  "grantFor",
  "stopChild",
] as const

type Ports = PortsOf<typeof NEEDS>

export async function* performRunTool(step: RunTool, context: Ports): AsyncGenerator<Yielded, void, void> {
  const turn = context.state.turn as Turn // A rule asked for this step, so there is a turn and a call.
  const state = openCall(turn, step.call) as CallState
  const how = runOptions(state, turn, context)
  const recovery = step.refusal === undefined ? await recover(state, turn, how, context) : refusal(step.refusal)
  if (recovery.kind === "left") return
  if (recovery.kind === "settled") {
    yield finished(state.call, state.name ?? state.call.name, await abandoned(state, recovery.result, context), 0)
    return
  }
  const call = { ...state.call, arguments: argumentsOf(state) }
  const prepared = await withGrace(prepare(call, state, context), context.signal, context.clock)
  if (prepared === undefined) {
    // Told to stop while the call was looked at: it never began.
    if (context.signal.reason === "cancelled") yield finished(call, call.name, skipped(), 0)
    return
  }
  if (prepared.kind === "immediate") {
    yield finished(call, prepared.name, await abandoned(state, prepared.result, context), 0)
    return
  }
  const { name, approval, question, ends } = prepared
  // By its own name: a rule sees only the name that the model wrote.
  if (context.state.withheld.some(({ tool }) => tool === name) && state.starts === 0) {
    yield finished(call, name, refused(withheldTool(name)), 0)
    return
  }
  if (ends !== undefined) {
    // It takes no time: that it began and that it ended are told one after the other, and kept together.
    const begun = toolStarted(call, prepared, how.effectKey, recovery.again)
    yield { ahead: [begun], ...finished(call, name, { outcome: "ok", content: [text(ends.text)], ends }, 0) }
    return
  }
  const secret = await hiddenFrom(state, prepared, context)
  if (secret !== undefined) {
    yield finished(call, name, refused(hidesSecret(secret)), 0)
    return
  }
  const asks = approval !== undefined && state.decision === undefined && state.starts === 0
  const granted = asks ? await grantOf(prepared, approval, context) : undefined
  if (asks && granted === undefined && approval.refusal !== undefined) {
    yield finished(call, name, approval.refusal, 0)
    return
  }
  if (asks && granted === undefined) {
    const { arguments: given, repairs } = prepared
    const asked = { call: call.id, name, arguments: given, ...approval, ...rationaleFor(call.id, context.state) }
    const more = { ...(repairs.length > 0 && { repairs }), ...expiry(context) }
    yield { fact: { type: "approval-requested", ...asked, ...more } }
    return
  }
  if (question !== undefined) {
    yield { fact: { type: "question-asked", call: call.id, ...question, ...expiry(context) } }
    return
  }
  const intent = toolStarted(call, prepared, how.effectKey, recovery.again)
  const stale = await staleFor(state, context)
  if (stale !== undefined) {
    yield finished(call, name, refused(changedSince(name, stale)), 0)
    return
  }
  const { before, ...kept } = await keptFor(state, prepared, context)
  yield { ...kept, fact: granted === undefined ? intent : { ...intent, granted } }
  const started = context.clock.monotonic()
  const isStale = () => changedMeanwhile(before, prepared, context)
  const result = yield* runBody(state, prepared, context, { ...how, isStale })
  if (result === undefined) return
  yield finished(call, name, result, Math.round(context.clock.monotonic() - started))
}

/** A child whose parent gives up does not go on for nobody. */
async function abandoned({ child }: CallState, result: ToolResult, { stopChild, signal }: Ports): Promise<ToolResult> {
  if (child === undefined || signal.reason === "suspended" || signal.reason === "lost") return result
  const usage = await stopChild?.(child).catch(() => undefined)
  return usage === undefined ? result : { ...result, usage }
}

async function grantOf(
  { name, arguments: given }: PreparedCall,
  { risk, contents }: NonNullable<PreparedCall["approval"]>,
  { grantFor, state, session }: Ports,
): Promise<Grant | undefined> {
  return grantFor?.({ name, arguments: given, risk, ...(contents && { contents }) }, state.grants, session)
}

function expiry({ clock, answerWithinMs }: Ports): { readonly expiresAt?: number } {
  return answerWithinMs === undefined ? {} : { expiresAt: clock.now() + answerWithinMs }
}

/** What a person has seen, or what was begun with, is not repaired anew: it is what runs. */
async function prepare(call: Call, state: CallState, context: Ports): Promise<Preparation> {
  const { repaired, decision, starts } = state
  const isFixed = repaired !== undefined || decision !== undefined || starts > 0
  try {
    const { session, state: now } = context
    const of = { session, trace: now.turn?.trace ?? "" }
    const meant = { ...call, name: state.name ?? call.name }
    const prepared = await context.toolbox.prepare(meant, { repair: !isFixed, of, offered: offeredIn(context) })
    if (prepared.kind === "immediate" || repaired === undefined || decision?.arguments !== undefined) return prepared
    return { ...prepared, repairs: repaired.repairs }
  } catch (error) {
    return { kind: "immediate", name: call.name, result: crashed(call.name, error) }
  }
}

/** Undefined leaves the call open: the host wants the session back, and the call may be run again by the next runner. */
async function* runBody(
  state: CallState,
  prepared: PreparedCall,
  context: Ports,
  { isStale, ...how }: RunOptions & { readonly isStale: () => Promise<string | undefined> },
): AsyncGenerator<Yielded, ToolResult | undefined, void> {
  const { signal, toolbox } = context
  if (signal.aborted && signal.reason === "suspended" && prepared.effect !== "once") return undefined
  // It may have run before a crash: then it was not skipped.
  if (signal.aborted) {
    const result = state.starts === 0 ? skipped(signal) : interrupted(prepared.name, prepared.effect)
    return abandoned(state, result, context)
  }
  // A process that was stopped between intent and effect must not act when it wakes and another has taken over; nor may it
  // write over what a person wrote meanwhile.
  const stale = prepared.effect === "read" ? undefined : await context.fence().then(isStale)
  if (stale !== undefined) return refused(changedByOthers(prepared.name, stale))
  const beforeChange = async () => {
    await context.fence()
    const path = await isStale()
    if (path === undefined) return
    const { code, message } = changedByOthers(prepared.name, path)
    throw Object.assign(new Error(message), { code })
  }
  let isOver = false
  const onOutput = (output: string) => isOver || how.onOutput(output)
  const running = ({ ask, askModel, askLeave }: Desk) =>
    toolbox
      .run(prepared, { ...how, onOutput, beforeChange, ask, askModel, askLeave })
      .catch((error: unknown) => crashed(prepared.name, error))
  const result = yield* serveDesk(how.call, running, context)
  isOver = true
  if (signal.aborted && signal.reason === "suspended" && prepared.effect !== "once") return undefined
  return result ?? interrupted(prepared.name, prepared.effect)
}

function refusal(why: NonNullable<RunTool["refusal"]>): Recovery {
  return { kind: "settled", result: refused(why) }
}

function toolStarted(call: Call, prepared: PreparedCall, effectKey: string, again: Again | undefined): ToolStarted {
  const { name, arguments: given, repairs, effect, ends, delegates = false } = prepared
  const started = { call: call.id, asked: call.name, name, arguments: given, repairs, effectKey, effect }
  const child = delegates ? { child: childOf(effectKey) } : {}
  const how = { ...(again !== undefined && { again }), ...(ends !== undefined && { ends: true as const }) }
  return { type: "tool-started", ...started, ...how, ...child }
}

function finished(call: Call, name: string, result: ToolResult, ms: number): Yielded {
  const { full, ...shown } = result
  const { content, blobs } = spill(shown.content)
  const fact: ToolFinished = { type: "tool-finished", call: call.id, name, ...shown, content, ms }
  if (full === undefined) return { fact, blobs }
  const whole = toBlob(Buffer.from(full.text, "utf8"))
  const part = { type: "blob", hash: whole.hash, mime: "text/plain", size: whole.bytes.length } as const
  return { fact: { ...fact, full: part, cut: full.cut }, blobs: [...blobs, whole] }
}
