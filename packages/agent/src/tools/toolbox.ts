// The one path on which tools run: resolve, validate, ask, run with a deadline, truncate, report. No other code may run one.
import { defined } from "../base/defined.ts"
import type { Clock } from "../contracts/clock.ts"
import { text } from "../contracts/content.ts"
import { detailsOf, type FailureRecord } from "../contracts/failure-record.ts"
import type { Call } from "../contracts/message.ts"
import type { Preparation, RunOptions, Toolbox, ToolResult } from "../contracts/toolbox.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import type { Aliases } from "./aliases.ts"
import { within } from "./deadline.ts"
import { failed } from "./failures.ts"
import { guardFor } from "./guard.ts"
import { type ApprovalPolicy, lateToLook, prepare, touchesOf } from "./prepare.ts"
import { type Compiled, registryOf } from "./registry.ts"
import { surroundings } from "./repair/surroundings.ts"
import { resolveName } from "./resolve.ts"
import { runBody, timeoutOf } from "./run-body.ts"
import type { Tool, ToolSource } from "./tool.ts"
import { type Advice, DEFAULT_RESULT_CHARS, limitFor, type ResultLimits, truncate } from "./truncate.ts"
import { keepFor, leavesOf, leftBy, type UndoPorts, undoNote } from "./undo/keep.ts"
import { verifyEffect } from "./verify.ts"

export interface ToolboxOptions {
  readonly clock: Clock
  readonly approve: ApprovalPolicy
  readonly maxResultChars?: number
  /** By tool name or beginning (`server__*`); before the tool's own limit. */
  readonly resultLimits?: ResultLimits
  /** Other names that tools may be called by, before ours. */
  readonly aliases?: Aliases
  /** Where relative paths in arguments begin; the current folder unless given. */
  readonly folder?: string
  /** Where the agent works: errors may name paths in there, and no others. */
  readonly roots?: readonly string[]
  /** Told what tools threw, in full. */
  readonly onFailure?: (record: FailureRecord) => void
  /** Where files are kept before calls change them; without it nothing can be undone. */
  readonly undo?: Omit<UndoPorts, "clock">
  /** Taken out of whatever tools say. */
  readonly secrets?: KnownSecrets
  /** Where somebody else has a registry of the same tools. */
  readonly compiled?: Compiled
}

export function toolbox(sources: readonly ToolSource[], options: ToolboxOptions): Toolbox {
  const registry = registryOf(sources, options.secrets?.clean, options.compiled)
  // Asked once now, so that two tools of one name are a start-up error.
  registry()
  const guard = guardFor(options.secrets)
  const undo = options.undo && { ...options.undo, clock: options.clock }
  const around = surroundings(options.folder)
  const limitOf = (name: string, tool: Tool | undefined) =>
    limitFor(name, options.resultLimits ?? {}, tool?.maxResultChars ?? options.maxResultChars ?? DEFAULT_RESULT_CHARS)
  return {
    definitions: () => registry().definitions,
    standby: () => Array.from(registry().standby, ([name, why]) => ({ name, why })),
    whyChanged: (names) => reasonsFor(names, sources),
    serverOf: (name) => registry().byName.get(name)?.tool.origin?.server,
    touches: (call) => touchesOf(toolMeant(call.name), call.arguments),
    prepare: (call, { repair = true, of = {}, offered } = {}) => {
      const tool = toolMeant(call.name)
      const failing = failingIn({ ...call, ...of, ...(offered && { offered }) })
      const { approve, aliases = {} } = options
      const whyMissing = (name: string) => sources.map((source) => source.whyMissing?.(name)).find((why) => why)
      const known = { ...(offered && { offered }), ...(repair && { around }) }
      const how = { approve, aliases, whyMissing, failed: failing, ...known }
      const looked = prepare(call, registry(), how).catch((error: unknown): Preparation => {
        if (tool === undefined) throw error
        return { kind: "immediate", name: tool.name, result: failing(tool, error) }
      })
      const work = guard.preparation(noted(looked, tool))
      const { clock } = options
      return tool === undefined ? work : within(work, { ms: timeoutOf(tool), clock, late: () => lateToLook(tool) })
    },
    run: async (prepared, how) => {
      const current = registry()
      const { call: id, session, trace } = how
      const failing = failingIn({
        id,
        arguments: prepared.arguments,
        session,
        trace,
        ...(how.offered && { offered: how.offered }),
      })
      const ports = { registry: current, clock: options.clock, failed: failing, limitOf }
      const result = await guard.run(how, (guarded) => runBody(prepared, guarded, ports))
      const shown = withRepairs(cut(prepared.name, result, how.call), prepared.repairs)
      const tool = current.byName.get(prepared.name)?.tool
      if (undo === undefined || tool?.changes === undefined) return shown
      return { ...shown, ...(await leftBy(tool, prepared.arguments, shown, undo)) }
    },
    keep: ({ name, arguments: given }, maxBytes) => {
      const tool = registry().byName.get(name)?.tool
      return undo === undefined || tool?.changes === undefined ? undefined : keepFor(tool, given, maxBytes, undo)
    },
    leaves: ({ name, arguments: given }) => {
      const tool = registry().byName.get(name)?.tool
      return tool?.leaves === undefined ? undefined : leavesOf(tool, given)
    },
    verify: async (call, how) => {
      const verdict = guard.verdict(await verifyEffect(call, how, { registry: registry(), clock: options.clock }))
      if (verdict.outcome !== "happened" || verdict.result === undefined) return verdict
      return { ...verdict, result: cut(call.name, verdict.result, how.call) }
    },
  }

  /** As a result for the model; and in full, for those who watch. */
  function failingIn({
    id,
    arguments: given,
    session,
    trace,
    offered,
  }: CallMade): (tool: Tool, error: unknown) => ToolResult {
    return (tool, error) => {
      const around = { ...(options.roots && { roots: options.roots }), ...(offered && { offered }) }
      const result = failed({ tool, arguments: given, ...around }, error)
      const where = { ...defined({ session, trace }) }
      options.onFailure?.({
        kind: "tool-failure",
        at: options.clock.now(),
        ...where,
        call: id,
        tool: tool.name,
        code: result.code ?? "tool-failed",
        error: detailsOf(error, options.secrets?.clean),
      })
      return result
    }
  }

  function toolMeant(name: string): Tool | undefined {
    const resolved = resolveName(name, registry(), { ...(options.aliases && { aliases: options.aliases }) })
    return resolved.kind === "found" ? resolved.registered.tool : undefined
  }

  /** Whoever is asked is told whether it can be undone, and decides about the files as they are. */
  async function noted(work: Promise<Preparation>, tool: Tool | undefined): Promise<Preparation> {
    const prepared = await work
    if (prepared.kind === "immediate" || undo === undefined || tool?.changes === undefined) return prepared
    const { approval } = prepared
    if (approval === undefined || approval.refusal !== undefined) return prepared
    const { line, base } = await undoNote(tool, prepared.arguments, undo)
    const preview = approval.preview + line
    return { ...prepared, approval: { ...approval, preview, ...defined({ base }) } }
  }

  function cut(name: string, result: ToolResult, call: string): ToolResult {
    const { byName } = registry()
    const advice = byName.has(READ_RESULT) ? adviceFor(call) : undefined
    const tool = byName.get(name)?.tool
    return truncate(name, result, { limit: limitOf(name, tool), at: tool?.cutAt ?? "end", ...(advice && { advice }) })
  }
}

/** And in which session and turn, where that is known. */
type CallMade = Pick<Call, "id" | "arguments"> & Partial<Pick<RunOptions, "session" | "trace" | "offered">>

/** The built-in tool that shows the rest of a result: where there is one, the model is told how to ask it. */
const READ_RESULT = "read_result"

/** Each reason once, in sentences. */
function reasonsFor(names: readonly string[], sources: readonly ToolSource[]): string | undefined {
  const known = names.flatMap((name) => sources.flatMap((source) => source.whyChanged?.(name) ?? []))
  return known.length === 0 ? undefined : [...new Set(known)].map((why) => `${why}.`).join(" ")
}

/** So that it writes it right the next time. */
function withRepairs(result: ToolResult, repairs: readonly string[]): ToolResult {
  if (repairs.length === 0) return result
  return { ...result, content: [...result.content, text(`[${repairs.join("; ")}]`)] }
}

function adviceFor(call: string): Advice {
  return (shown) => `[To read on: ${READ_RESULT} with call "${call}" and offset ${shown}]`
}

/** A list that never changes. */
export function fixedTools(tools: readonly Tool[], options: Pick<ToolSource, "isProven" | "group"> = {}): ToolSource {
  return { tools: () => tools, ...options }
}
