// The one path on which tools run: resolve, validate, ask, run with a deadline, truncate, report. No other code may run one.
import type { Clock } from "../contracts/clock.ts"
import type { Toolbox, ToolResult } from "../contracts/toolbox.ts"
import { within } from "./deadline.ts"
import { type ApprovalPolicy, lateToLook, prepare, touchesOf } from "./prepare.ts"
import { registryOf } from "./registry.ts"
import { runBody, timeoutOf } from "./run-body.ts"
import type { Tool, ToolSource } from "./tool.ts"
import { type Advice, DEFAULT_RESULT_CHARS, limitFor, type ResultLimits, truncate } from "./truncate.ts"
import { verifyEffect } from "./verify.ts"

export interface ToolboxOptions {
  readonly clock: Clock
  readonly approve: ApprovalPolicy
  readonly maxResultChars?: number
  /** By tool name or beginning (`server__*`); before the tool's own limit. */
  readonly resultLimits?: ResultLimits
}

export function toolbox(sources: readonly ToolSource[], options: ToolboxOptions): Toolbox {
  const registry = registryOf(sources)
  // Asked once now, so that two tools of one name are a start-up error.
  registry()
  const limitOf = (name: string, tool: Tool | undefined) =>
    limitFor(name, options.resultLimits ?? {}, tool?.maxResultChars ?? options.maxResultChars ?? DEFAULT_RESULT_CHARS)
  return {
    definitions: () => registry().definitions,
    touches: (call) => touchesOf(registry().byName.get(call.name)?.tool, call.arguments),
    prepare: (call) => {
      const current = registry()
      const tool = current.byName.get(call.name)?.tool
      const work = prepare(call, current, options.approve)
      const { clock } = options
      return tool === undefined ? work : within(work, { ms: timeoutOf(tool), clock, late: () => lateToLook(tool) })
    },
    run: async (prepared, how) => {
      const current = registry()
      const result = await runBody(prepared, how, { registry: current, clock: options.clock })
      return cut(prepared.name, result, how.call)
    },
    verify: async (call, how) => {
      const verdict = await verifyEffect(call, how, { registry: registry(), clock: options.clock })
      if (verdict.outcome !== "happened" || verdict.result === undefined) return verdict
      return { ...verdict, result: cut(call.name, verdict.result, how.call) }
    },
  }

  function cut(name: string, result: ToolResult, call: string): ToolResult {
    const { byName } = registry()
    const advice = byName.has(READ_RESULT) ? adviceFor(call) : undefined
    return truncate(name, result, limitOf(name, byName.get(name)?.tool), advice)
  }
}

/** The built-in tool that shows the rest of a result: where there is one, the model is told how to ask it. */
const READ_RESULT = "read_result"

function adviceFor(call: string): Advice {
  return (shown) => `[To read on: ${READ_RESULT} with call "${call}" and offset ${shown}]`
}

/** A list that never changes. */
export function fixedTools(tools: readonly Tool[], options: Pick<ToolSource, "isProven"> = {}): ToolSource {
  return { tools: () => tools, ...options }
}
