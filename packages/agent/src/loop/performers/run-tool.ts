// One tool call on its way to exactly one result. The intent is durable before the body runs, so a crash leaves an
// orphan we can see rather than a side effect we cannot.
import { text } from "../../contracts/content.ts"
import type { Again, Grant, ToolFinished, ToolStarted } from "../../contracts/fact.ts"
import type { Call } from "../../contracts/message.ts"
import type { RunTool } from "../../contracts/step.ts"
import type { Preparation, PreparedCall, RunOptions, ToolResult } from "../../contracts/toolbox.ts"
import type { CallState, Turn } from "../../state/state.ts"
import type { PerformContext, Yielded } from "../performer.ts"
import { type Recovery, recover } from "./recover.ts"
import { crashed, interrupted, refused, skipped, withheldTool } from "./results.ts"
import { spill, toBlob } from "./spill.ts"
import { withGrace } from "./with-grace.ts"

export async function* performRunTool(step: RunTool, context: PerformContext): AsyncGenerator<Yielded, void, void> {
  const turn = context.state.turn as Turn // A rule asked for this step, so there is a turn and a call.
  const state = turn.calls.find((each) => each.call.id === step.call) as CallState
  const how = runOptions(state, turn, context)
  const recovery = step.refusal === undefined ? await recover(state, turn, how, context) : refusal(step.refusal)
  if (recovery.kind === "left") return
  if (recovery.kind === "settled") {
    yield finished(state.call, state.name ?? state.call.name, recovery.result, 0)
    return
  }
  const call = { ...state.call, arguments: state.decision?.arguments ?? state.call.arguments }
  const prepared = await withGrace(prepare(call, context), context.signal, context.clock)
  if (prepared === undefined) {
    // Told to stop while the call was looked at: it never began.
    if (context.signal.reason === "cancelled") yield finished(call, call.name, skipped(), 0)
    return
  }
  if (prepared.kind === "immediate") {
    yield finished(call, prepared.name, prepared.result, 0)
    return
  }
  const { name, approval, question, ends } = prepared
  // By its own name: a rule sees only the name that the model wrote.
  if (context.state.withheld.some(({ tool }) => tool === name) && state.starts === 0) {
    yield finished(call, name, refused(withheldTool(name)), 0)
    return
  }
  if (ends !== undefined) {
    yield finished(call, name, { outcome: "ok", content: [text(ends.text)], ends }, 0)
    return
  }
  const asks = approval !== undefined && state.decision === undefined && state.starts === 0
  const granted = asks ? grantOf(prepared, approval, context) : undefined
  if (asks && granted === undefined) {
    yield { fact: { type: "approval-requested", call: call.id, name, arguments: prepared.arguments, ...approval } }
    return
  }
  if (question !== undefined) {
    yield { fact: { type: "question-asked", call: call.id, ...question } }
    return
  }
  const intent = toolStarted(call, prepared, how.effectKey, recovery.again)
  yield { fact: granted === undefined ? intent : { ...intent, granted } }
  const started = context.clock.monotonic()
  const result = await runBody(state, prepared, context, how)
  if (result === undefined) return
  yield finished(call, name, result, Math.round(context.clock.monotonic() - started))
}

function grantOf(
  { name, arguments: given }: PreparedCall,
  { risk }: NonNullable<PreparedCall["approval"]>,
  { grantFor, state }: PerformContext,
): Grant | undefined {
  return grantFor?.({ name, arguments: given, risk }, state.grants)
}

async function prepare(call: Call, context: PerformContext): Promise<Preparation> {
  try {
    return await context.toolbox.prepare(call)
  } catch (error) {
    return { kind: "immediate", name: call.name, result: crashed(call.name, error) }
  }
}

/** Undefined leaves the call open: the host wants the session back, and the call may be run again by the next runner. */
async function runBody(
  { starts }: CallState,
  prepared: PreparedCall,
  context: PerformContext,
  how: RunOptions,
): Promise<ToolResult | undefined> {
  const { signal, clock, toolbox } = context
  if (signal.aborted && signal.reason === "suspended" && prepared.effect !== "once") return undefined
  // It may have run before a crash: then it was not skipped.
  if (signal.aborted) return starts === 0 ? skipped(signal) : interrupted(prepared.name, prepared.effect)
  // A process that was stopped between intent and effect must not act when it wakes and another has taken over.
  if (prepared.effect === "once") await context.fence()
  let isOver = false
  const onOutput = (output: string) => isOver || how.onOutput(output)
  const running = toolbox.run(prepared, { ...how, onOutput }).catch((error: unknown) => crashed(prepared.name, error))
  const result = await withGrace(running, signal, clock)
  isOver = true
  if (signal.aborted && signal.reason === "suspended" && prepared.effect !== "once") return undefined
  return result ?? interrupted(prepared.name, prepared.effect)
}

function runOptions({ call }: CallState, turn: Turn, context: PerformContext): RunOptions {
  const { signal, session, emit } = context
  const readResult = async (id: string) => {
    const part = context.state.cutResults[id]
    const bytes = part === undefined ? undefined : await context.blobs.read(part.hash)
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes)
  }
  return {
    signal,
    session,
    call: call.id,
    effectKey: `${session}:${call.id}`,
    trace: turn.trace,
    onOutput: (output) => emit({ kind: "output", call: call.id, text: output }),
    readResult,
  }
}

function refusal(why: NonNullable<RunTool["refusal"]>): Recovery {
  return { kind: "settled", result: refused(why) }
}

function toolStarted(call: Call, prepared: PreparedCall, effectKey: string, again: Again | undefined): ToolStarted {
  const { name, arguments: given, repairs, effect } = prepared
  const started = { call: call.id, asked: call.name, name, arguments: given, repairs, effectKey, effect }
  return { type: "tool-started", ...started, ...(again !== undefined && { again }) }
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
