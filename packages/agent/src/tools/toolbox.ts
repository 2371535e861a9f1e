// The only path on which tools run: resolve, validate, ask for approval, run with a deadline, truncate, report. No other
// code may run a tool.
import { goOn, type Soon, unlessFailed } from "../base/at-hand.ts"
import type { Clock } from "../contracts/clock.ts"
import type { FailureRecord } from "../contracts/failure-record.ts"
import type { Call } from "../contracts/message.ts"
import type {
  Preparation,
  PreparedCall,
  PrepareOptions,
  RunOptions,
  Toolbox,
  ToolResult,
  Verdict,
} from "../contracts/toolbox.ts"
import type { TurnAbout } from "../contracts/turn-about.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import type { Aliases } from "./aliases.ts"
import { within } from "./deadline.ts"
import { type Guard, guardFor } from "./guard.ts"
import { type ApprovalPolicy, prepare, prepareTimedOut, touchesOf } from "./prepare.ts"
import { type Compiled, type Registry, registryOf } from "./registry.ts"
import type { Surroundings } from "./repair/repair.ts"
import { surroundings } from "./repair/surroundings.ts"
import { reportFailure } from "./report-failure.ts"
import { resolveName } from "./resolve.ts"
import { runBody, timeoutOf } from "./run-body.ts"
import { type ResultCutter, resultCutter, withRepairs } from "./shown-result.ts"
import type { Tool, ToolSource } from "./tool.ts"
import type { ResultLimits } from "./truncate.ts"
import { keepFor, leavesOf, leftBy, type UndoPorts, withUndoNote } from "./undo/keep.ts"
import { verifyEffect } from "./verify.ts"

export interface ToolboxOptions {
  readonly clock: Clock
  readonly approve: ApprovalPolicy
  /** Called with what a tool's `approval` threw: the call needs approval then. */
  readonly onUndecided?: (session: string, error: unknown) => void
  readonly maxResultChars?: number
  /** By tool name or prefix (`server__*`); takes precedence over the tool's own limit. */
  readonly resultLimits?: ResultLimits
  /** Other names that tools may be called by; take precedence over the built-in aliases. */
  readonly aliases?: Aliases
  /** What relative paths in arguments are relative to. Default: the current folder. */
  readonly folder?: string
  /** The folders the agent works in: errors shown to the model name only paths inside them. */
  readonly roots?: readonly string[]
  /** Called with everything that tools throw, in full. */
  readonly onFailure?: (record: FailureRecord) => void
  /** Where files are kept before calls change them; without it nothing can be undone. */
  readonly undo?: Omit<UndoPorts, "clock">
  /** Removed from everything that tools return, print or ask. */
  readonly secrets?: KnownSecrets
  /** Pass it to share compiled schemas with another toolbox of the same tools. */
  readonly compiled?: Compiled
}

export function toolbox(sources: readonly ToolSource[], options: ToolboxOptions): Toolbox {
  const parts = partsOf(sources, options)
  const { registry, undo } = parts
  const toolNamed = (name: string) => registry().byName.get(name)?.tool
  // Built once now, so that two tools of one name are a start-up error.
  registry()
  return {
    definitions: () => registry().definitions,
    standby: () => registry().standbyTools,
    whyChanged: (names) => reasonsFor(names, sources),
    serverOf: (name) => toolNamed(name)?.origin?.server,
    touches: (call) => touchesOf(toolMeant(call.name, parts), call.arguments),
    prepare: (call, how = {}) => prepareCall(call, how, parts),
    run: (prepared, how) => runCall(prepared, how, parts),
    keep: ({ name, arguments: given }, maxBytes) => {
      const tool = toolNamed(name)
      return undo === undefined || tool?.changes === undefined ? undefined : keepFor(tool, given, maxBytes, undo)
    },
    leaves: ({ name, arguments: given }) => {
      const tool = toolNamed(name)
      return tool?.leaves === undefined ? undefined : leavesOf(tool, given)
    },
    verify: (call, how) => verifyCall(call, how, parts),
  }
}

/** Shared by all calls, made once. */
interface ToolboxParts {
  readonly options: ToolboxOptions
  readonly registry: () => Registry
  readonly guard: Guard
  readonly cutter: ResultCutter
  readonly undo: UndoPorts | undefined
  readonly around: Surroundings
  readonly whyMissing: (name: string) => string | undefined
}

function partsOf(sources: readonly ToolSource[], options: ToolboxOptions): ToolboxParts {
  const registry = registryOf(sources, options.secrets?.clean, options.compiled)
  return {
    options,
    registry,
    guard: guardFor(options.secrets),
    cutter: resultCutter(registry, options),
    undo: options.undo && { ...options.undo, clock: options.clock },
    around: surroundings(options.folder),
    whyMissing: (name) => sources.map((source) => source.whyMissing?.(name)).find((why) => why),
  }
}

/** Preparing a call has the same time limit as running it. */
function prepareCall(call: Call, given: PrepareOptions, parts: ToolboxParts): Soon<Preparation> {
  const { repair = true, of = NO_TURN, isDecided = false, offered } = given
  const { options, registry, guard, undo, around, whyMissing } = parts
  const { approve, onUndecided, aliases = {}, clock } = options
  const tool = toolMeant(call.name, parts)
  const { session, trace } = of
  const failing = reportFailure({ ...call, ...(given.of && { session, trace }), ...(offered && { offered }) }, options)
  const known = { ...(offered && { offered }), ...(repair && { around }) }
  const how = { approve, aliases, whyMissing, failed: failing, about: aboutOf(of), isDecided, onUndecided, ...known }
  const looked = unlessFailed(
    () => prepare(call, registry(), how),
    (error): Preparation => {
      if (tool === undefined) throw error
      return { kind: "immediate", name: tool.name, result: failing(tool, error) }
    },
  )
  const work = guard.preparation(withUndoNote(looked, tool, undo))
  return tool === undefined ? work : within(work, { ms: timeoutOf(tool), clock, late: () => prepareTimedOut(tool) })
}

/** For a toolbox by itself: outside of any turn. */
const NO_TURN = { session: "", trace: "", context: undefined }

function aboutOf({ session, turn = 0, owner, context }: NonNullable<PrepareOptions["of"]>): TurnAbout {
  return owner === undefined ? { session, turn, context } : { session, turn, owner, context }
}

function runCall(prepared: PreparedCall, how: RunOptions, parts: ToolboxParts): Soon<ToolResult> {
  const { options, guard, cutter, undo } = parts
  const { name, arguments: given, repairs } = prepared
  const { call, session, trace, offered } = how
  const registry = parts.registry()
  const failing = reportFailure({ id: call, arguments: given, session, trace, ...(offered && { offered }) }, options)
  const ports = { registry, clock: options.clock, failed: failing, limitOf: cutter.limitOf }
  const running = guard.run(how, (guarded) => runBody(prepared, guarded, ports))
  return goOn(running, (result) => {
    const shown = withRepairs(cutter.cut(result, { name, call }), repairs)
    const tool = registry.byName.get(name)?.tool
    if (undo === undefined || tool?.changes === undefined) return shown
    return leftBy(tool, given, shown, undo).then((left) => ({ ...shown, ...left }))
  })
}

async function verifyCall(
  call: Pick<Call, "name" | "arguments">,
  how: RunOptions,
  { options, registry, guard, cutter }: ToolboxParts,
): Promise<Verdict> {
  const verdict = guard.verdict(await verifyEffect(call, how, { registry: registry(), clock: options.clock }))
  if (verdict.outcome !== "happened" || verdict.result === undefined) return verdict
  return { ...verdict, result: cutter.cut(verdict.result, { name: call.name, call: how.call }) }
}

function toolMeant(name: string, { options: { aliases }, registry }: ToolboxParts): Tool | undefined {
  const resolved = resolveName(name, registry(), { ...(aliases && { aliases }) })
  return resolved.kind === "found" ? resolved.registered.tool : undefined
}

/** Each reason once, as sentences. */
function reasonsFor(names: readonly string[], sources: readonly ToolSource[]): string | undefined {
  const known = names.flatMap((name) => sources.flatMap((source) => source.whyChanged?.(name) ?? []))
  return known.length === 0 ? undefined : [...new Set(known)].map((why) => `${why}.`).join(" ")
}

/** A source whose list never changes. */
export function fixedTools(tools: readonly Tool[], options: Pick<ToolSource, "isProven" | "group"> = {}): ToolSource {
  return { tools: () => tools, isFixed: true, ...options }
}
