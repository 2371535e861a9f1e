// The one path on which tools run: resolve, validate, ask, run with a deadline, truncate, report. No other code may run one.
import type { Clock } from "../contracts/clock.ts"
import type { Toolbox } from "../contracts/toolbox.ts"
import { type ApprovalPolicy, prepare, touchesOf } from "./prepare.ts"
import { registryOf } from "./registry.ts"
import { runBody } from "./run-body.ts"
import type { Tool, ToolSource } from "./tool.ts"
import { DEFAULT_RESULT_CHARS, limitFor, type ResultLimits, truncate } from "./truncate.ts"

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
    prepare: (call) => prepare(call, registry(), options.approve),
    run: async (prepared, how) => {
      const current = registry()
      const result = await runBody(prepared, how, { registry: current, clock: options.clock })
      return truncate(prepared.name, result, limitOf(prepared.name, current.byName.get(prepared.name)?.tool))
    },
  }
}

/** A list that never changes. */
export function fixedTools(tools: readonly Tool[]): ToolSource {
  return { tools: () => tools }
}
