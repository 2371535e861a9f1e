// The only path on which tools run: resolve, validate, ask for approval, run with a deadline, truncate, report. No other
// code may run a tool.
import type { Soon } from "../base/at-hand.ts"
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
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import type { Aliases } from "./aliases.ts"
import { Body, timeoutOf } from "./body.ts"
import { within } from "./deadline.ts"
import { type Guard, guardFor, isFine } from "./guard.ts"
import {
  type ApprovalPolicy,
  notRun,
  type PreparePorts,
  type Preparing,
  prepare,
  prepareTimedOut,
  touchesOf,
} from "./prepare.ts"
import { type Compiled, onStandby, type Registry, registryOf, unknownTool } from "./registry.ts"
import { surroundings } from "./repair/surroundings.ts"
import { reportFailure } from "./report-failure.ts"
import { resolveName } from "./resolve.ts"
import { failure, runBody } from "./run-body.ts"
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
  readonly preparing: PreparePorts
  readonly whyMissing: (name: string) => string | undefined
}

function partsOf(sources: readonly ToolSource[], options: ToolboxOptions): ToolboxParts {
  const registry = registryOf(sources, options.secrets?.clean, options.compiled)
  const { approve, onUndecided, folder } = options
  const failed: PreparePorts["failed"] = ({ call, found, how: { of, offered } }, error) =>
    reportFailure({ ...call, session: of?.session, trace: of?.trace, offered }, options, found.registered.tool, error)
  return {
    options,
    registry,
    guard: guardFor(options.secrets),
    cutter: resultCutter(registry, options),
    undo: options.undo && { ...options.undo, clock: options.clock },
    preparing: { approve, onUndecided, around: surroundings(folder), failed },
    whyMissing: (name) => sources.map((source) => source.whyMissing?.(name)).find((why) => why),
  }
}

function prepareCall(call: Call, how: PrepareOptions, parts: ToolboxParts): Soon<Preparation> {
  const { guard, options } = parts
  const registry = parts.registry()
  const why = registry.standby.get(call.name)
  // Before the name is resolved: a tool on standby must not be taken for a similar one.
  if (why !== undefined) return guard.preparation(notRun(call.name, "tool-standby", onStandby(call.name, why)))
  const found = resolveName(call.name, registry, { aliases: options.aliases, offered: how.offered })
  if (found.kind === "missing") return guard.preparation(notFound(call.name, found.problem, parts))
  const preparing = { call, found, how, ports: parts.preparing }
  let prepared: Soon<Preparation>
  try {
    prepared = prepare(preparing)
  } catch (error) {
    prepared = notPrepared(preparing, error)
  }
  return prepared instanceof Promise ? inTime(prepared, preparing, parts) : guard.preparation(prepared)
}

/** Preparing a call has the same time limit as running it. */
function inTime(coming: Promise<Preparation>, preparing: Preparing, parts: ToolboxParts): Soon<Preparation> {
  const { guard, undo, options } = parts
  const { tool } = preparing.found.registered
  const work = async () => {
    const prepared = await coming.catch((error: unknown) => notPrepared(preparing, error))
    const isUndone = undo !== undefined && tool.changes !== undefined
    return guard.preparation(isUndone ? await withUndoNote(prepared, tool, undo) : prepared)
  }
  return within(work(), { ms: timeoutOf(tool), clock: options.clock, late: () => prepareTimedOut(tool) })
}

function notPrepared(preparing: Preparing, error: unknown): Preparation {
  const { name } = preparing.found.registered.tool
  return { kind: "immediate", name, result: preparing.ports.failed(preparing, error) }
}

function notFound(name: string, problem: string, { whyMissing }: ToolboxParts): Preparation {
  const down = whyMissing(name)
  return down === undefined ? notRun(name, "tool-not-found", problem) : notRun(name, "server-unavailable", down)
}

function runCall(prepared: PreparedCall, how: RunOptions, parts: ToolboxParts): Soon<ToolResult> {
  const { name } = prepared
  const registry = parts.registry()
  const why = registry.standby.get(name)
  const registered = registry.byName.get(name)
  const run = { prepared, how, tool: registered?.tool, limit: parts.cutter.limitOf(name, registered?.tool) }
  if (why !== undefined) return shown(failure("tool-standby", onStandby(name, why)), run, parts)
  if (registered === undefined) {
    const known = [...(how.offered?.() ?? registry.byName.keys())]
    return shown(failure("tool-not-found", unknownTool(name, known)), run, parts)
  }
  const running = runBody(new Body(registered.tool, how, { clock: parts.options.clock, guard: parts.guard }), {
    schema: registered.schema,
    arguments: prepared.arguments,
    resultChars: run.limit,
    failed: (tool, error) => failedCall({ tool, error }, run, parts),
  })
  return running instanceof Promise ? running.then((result) => shown(result, run, parts)) : shown(running, run, parts)
}

/** A call that runs. `tool`: undefined if there is none of that name any more. */
interface CallRun {
  readonly prepared: PreparedCall
  readonly how: RunOptions
  readonly tool: Tool | undefined
  /** How many characters of the result a model is shown. */
  readonly limit: number
}

function failedCall(
  { tool, error }: { readonly tool: Tool; readonly error: unknown },
  { prepared, how }: CallRun,
  { options }: ToolboxParts,
): ToolResult {
  const { call, session, trace, offered } = how
  return reportFailure({ id: call, arguments: prepared.arguments, session, trace, offered }, options, tool, error)
}

/** The result as a model is shown it, with what the call left behind in its files. */
function shown(result: ToolResult, { prepared, how, tool, limit }: CallRun, parts: ToolboxParts): Soon<ToolResult> {
  const { guard, cutter, undo } = parts
  const { name, arguments: given, repairs } = prepared
  const cut = isFine(result, guard.clean, limit)
    ? result
    : cutter.cut(guard.result(result), { name, call: how.call, tool, limit })
  const whole = repairs.length === 0 ? cut : withRepairs(cut, repairs)
  if (undo === undefined || tool?.changes === undefined) return whole
  return leftBy(tool, given, whole, undo).then((left) => ({ ...whole, ...left }))
}

async function verifyCall(
  call: Pick<Call, "name" | "arguments">,
  how: RunOptions,
  { options, registry, guard, cutter }: ToolboxParts,
): Promise<Verdict> {
  const verdict = guard.verdict(await verifyEffect(call, how, { registry: registry(), clock: options.clock }))
  if (verdict.outcome !== "happened" || verdict.result === undefined) return verdict
  const { name } = call
  const tool = registry().byName.get(name)?.tool
  const limit = cutter.limitOf(name, tool)
  return { ...verdict, result: cutter.cut(verdict.result, { name, call: how.call, tool, limit }) }
}

/** As `prepareCall` resolves it. */
function toolMeant(name: string, { options: { aliases }, registry }: ToolboxParts): Tool | undefined {
  const resolved = resolveName(name, registry(), { aliases })
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
