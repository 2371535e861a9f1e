// One tool call on its way to exactly one result. The intent is durable before the body runs, so a crash leaves an
// orphan we can see rather than a side effect we cannot.
import { plainText, text } from "../../contracts/content.ts"
import { childOf } from "../../contracts/delegation.ts"
import type { Again, Grant, ToolFinished, ToolStarted } from "../../contracts/fact.ts"
import type { Call } from "../../contracts/message.ts"
import type { RunTool } from "../../contracts/step.ts"
import type { OwnState, Preparation, PreparedCall, RunOptions, ToolResult } from "../../contracts/toolbox.ts"
import { argumentsOf, type CallState, type State, type Turn } from "../../state/state.ts"
import type { PerformContext, Yielded } from "../performer.ts"
import { checkpoint } from "./checkpoint.ts"
import type { Desk } from "./desk.ts"
import { rationaleFor } from "./rationale.ts"
import { type Recovery, recover } from "./recover.ts"
import { changedSince, crashed, interrupted, refused, skipped, withheldTool } from "./results.ts"
import { serveDesk } from "./serve-desk.ts"
import { spill, toBlob } from "./spill.ts"
import { withGrace } from "./with-grace.ts"

export async function* performRunTool(step: RunTool, context: PerformContext): AsyncGenerator<Yielded, void, void> {
  const turn = context.state.turn as Turn // A rule asked for this step, so there is a turn and a call.
  const state = turn.calls.find((each) => each.call.id === step.call) as CallState
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
    yield finished(call, name, { outcome: "ok", content: [text(ends.text)], ends }, 0)
    return
  }
  const asks = approval !== undefined && state.decision === undefined && state.starts === 0
  const granted = asks ? grantOf(prepared, approval, context) : undefined
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
  const kept = await keptFor(state, prepared, context)
  yield { ...kept, fact: granted === undefined ? intent : { ...intent, granted } }
  const started = context.clock.monotonic()
  const result = yield* runBody(state, prepared, context, how)
  if (result === undefined) return
  yield finished(call, name, result, Math.round(context.clock.monotonic() - started))
}

/** A child whose parent gives up does not go on for nobody. */
async function abandoned(
  { child }: CallState,
  result: ToolResult,
  { stopChild, signal }: PerformContext,
): Promise<ToolResult> {
  if (child === undefined || signal.reason === "suspended" || signal.reason === "lost") return result
  const usage = await stopChild?.(child).catch(() => undefined)
  return usage === undefined ? result : { ...result, usage }
}

/**
 * What the call is to change, in the same commit as its intent. A second try must not take what the first one did for what was
 * there before.
 */
async function keptFor(
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
async function staleFor(
  { base, decision, starts }: CallState,
  { files, maxFileBytes = 0, signal, clock }: PerformContext,
): Promise<string | undefined> {
  if (base === undefined || decision?.arguments !== undefined || starts > 0) return undefined
  const paths = Object.keys(base)
  const looking = files?.hashes(paths, maxFileBytes).catch(() => undefined)
  const now = looking && (await withGrace(looking, signal, clock))
  return now && paths.find((path) => !Object.hasOwn(now, path) || now[path] !== base[path])
}

function grantOf(
  { name, arguments: given }: PreparedCall,
  { risk }: NonNullable<PreparedCall["approval"]>,
  { grantFor, state }: PerformContext,
): Grant | undefined {
  return grantFor?.({ name, arguments: given, risk }, state.grants)
}

function expiry({ clock, answerWithinMs }: PerformContext): { readonly expiresAt?: number } {
  return answerWithinMs === undefined ? {} : { expiresAt: clock.now() + answerWithinMs }
}

/** What a person has seen, or what was begun with, is not repaired anew: it is what runs. */
async function prepare(call: Call, state: CallState, context: PerformContext): Promise<Preparation> {
  const { repaired, decision, starts } = state
  const isFixed = repaired !== undefined || decision !== undefined || starts > 0
  try {
    const prepared = await context.toolbox.prepare({ ...call, name: state.name ?? call.name }, { repair: !isFixed })
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
  context: PerformContext,
  how: RunOptions,
): AsyncGenerator<Yielded, ToolResult | undefined, void> {
  const { signal, toolbox } = context
  if (signal.aborted && signal.reason === "suspended" && prepared.effect !== "once") return undefined
  // It may have run before a crash: then it was not skipped.
  if (signal.aborted) {
    const result = state.starts === 0 ? skipped(signal) : interrupted(prepared.name, prepared.effect)
    return abandoned(state, result, context)
  }
  // A process that was stopped between intent and effect must not act when it wakes and another has taken over.
  if (prepared.effect === "once") await context.fence()
  let isOver = false
  const onOutput = (output: string) => isOver || how.onOutput(output)
  const running = ({ ask, askModel, askLeave }: Desk) =>
    toolbox
      .run(prepared, { ...how, onOutput, ask, askModel, askLeave })
      .catch((error: unknown) => crashed(prepared.name, error))
  const result = yield* serveDesk(how.call, running, context)
  isOver = true
  if (signal.aborted && signal.reason === "suspended" && prepared.effect !== "once") return undefined
  return result ?? interrupted(prepared.name, prepared.effect)
}

function runOptions({ call }: CallState, turn: Turn, context: PerformContext): RunOptions {
  const { signal, session, emit } = context
  const readResult = async (id: string) => {
    const part = context.state.cutResults[id]
    const bytes = part === undefined ? undefined : await context.blobs.read(part.hash)
    return bytes === undefined ? shownResult(context.state, id) : new TextDecoder().decode(bytes)
  }
  return {
    signal,
    session,
    call: call.id,
    effectKey: `${session}:${call.id}`,
    trace: turn.trace,
    onOutput: (output) => emit({ kind: "output", call: call.id, text: output }),
    readResult,
    own: ownState(context.state, context.latest),
  }
}

function ownState(state: State, latest = () => state): OwnState {
  const { tasks = [], notes = [], session } = state
  const { profile, owner, instructions, delegated } = session ?? {}
  return {
    tasks,
    notes,
    // A call that waits for its turn must not ask for what was allowed meanwhile.
    get grants() {
      return latest().grants
    },
    ...(profile !== undefined && { profile }),
    ...(owner !== undefined && { owner }),
    ...(instructions !== undefined && { instructions }),
    ...(delegated !== undefined && { delegated }),
  }
}

/** Of a step of a plan only the beginning may have been shown, though all of it stands in the conversation. */
function shownResult({ history, turn }: State, id: string): string | undefined {
  if (turn?.plan === undefined) return undefined
  for (let place = history.length - 1; place >= turn.begins; place--) {
    const message = history.items[place]
    if (message?.role === "tool" && message.call === id) return plainText(message.parts)
  }
  return undefined
}

function refusal(why: NonNullable<RunTool["refusal"]>): Recovery {
  return { kind: "settled", result: refused(why) }
}

function toolStarted(call: Call, prepared: PreparedCall, effectKey: string, again: Again | undefined): ToolStarted {
  const { name, arguments: given, repairs, effect, delegates = false } = prepared
  const started = { call: call.id, asked: call.name, name, arguments: given, repairs, effectKey, effect }
  const more = { ...(again !== undefined && { again }), ...(delegates && { child: childOf(effectKey) }) }
  return { type: "tool-started", ...started, ...more }
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
