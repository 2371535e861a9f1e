// The tools of a session: where they come from, how a model finds them, and the toolbox that runs them.
import { resolve } from "node:path"
import { defined } from "../base/defined.ts"
import type { Fitting } from "../context/fitting.ts"
import { UNDO_LIMITS, type UndoLimits } from "../contracts/files.ts"
import type { Toolbox } from "../contracts/toolbox.ts"
import { sourcesFor } from "../features/delegation/child-tools.ts"
import { endingTools } from "../features/finish/ending-tools.ts"
import { onlyTools } from "../tools/only-tools.ts"
import { type Compiled, registryOf } from "../tools/registry.ts"
import type { ToolSource } from "../tools/tool.ts"
import { fixedTools, type ToolboxOptions, toolbox } from "../tools/toolbox.ts"
import type { BehaviourInputs } from "./behaviour-inputs.ts"
import type { AgentOptions } from "./options.ts"
import { runtimeTools } from "./runtime-tools.ts"
import { type ToolSelection, toolSelectionFor } from "./tool-selection.ts"

export interface SessionTools {
  /** All sources except the tools by which a model finds others. */
  readonly sources: readonly ToolSource[]
  readonly selection: ToolSelection
  readonly toolbox: Toolbox
}

export async function sessionTools(making: BehaviourInputs, fitting: Fitting): Promise<SessionTools> {
  const { profile, options, parts, clock } = making
  const sources = await sourcesOf(making)
  const compiled: Compiled = new WeakMap()
  const registry = registryOf(sources, parts.secrets?.clean, compiled)
  const selection = await toolSelectionFor(profile, options, { registry, fitting, clock })
  const finders = fixedTools(selection.tools, { isProven: true })
  const tools = toolbox([...sources, finders], { ...toolboxOptions(making), compiled })
  return {
    sources,
    selection,
    toolbox: {
      ...tools,
      definitions: selection.definitions,
      // A call that a crash left open may come before the first request, so wait for the tools here too.
      prepare: (call, how) => parts.ready()?.then(() => tools.prepare(call, how)) ?? tools.prepare(call, how),
    },
  }
}

/** How much of a file's content may be stored before it is changed. */
export function undoLimitsOf({ undo }: AgentOptions): Required<UndoLimits> {
  return { ...UNDO_LIMITS, ...undo }
}

async function sourcesOf(making: BehaviourInputs): Promise<readonly ToolSource[]> {
  const { profile, options, parts, delegated } = making
  const own = await runtimeTools(making)
  return [
    ...sourcesFor(parts.sources, delegated, options),
    ...(profile.endingTools ? [fixedTools(endingTools())] : []),
    ...onlyTools([fixedTools(own, { isProven: true, group: "builtin" })], options.onlyTools),
  ]
}

function toolboxOptions({ profile, options, parts, clock, onFailure, warn }: BehaviourInputs): ToolboxOptions {
  const { approve = "ask", aliases = {}, workspace: folder = process.cwd() } = options
  const { files, secrets } = parts
  const { resultChars } = profile
  const { maxFileBytes } = undoLimitsOf(options)
  return {
    clock,
    // A function is asked at the gate, once everything that refuses a call has let it pass.
    approve: typeof approve === "function" ? "ask" : approve,
    onUndecided: warn,
    aliases,
    folder,
    roots: [...new Set([resolve(folder), ...(files === undefined ? [] : [files.root])])],
    onFailure,
    ...defined({ secrets }),
    resultLimits: { ...profile.resultLimits, ...options.resultLimits },
    ...(resultChars !== undefined && { maxResultChars: resultChars ?? Number.POSITIVE_INFINITY }),
    ...(files !== undefined && { undo: { files, maxFileBytes, isOff: options.undo === false } }),
  }
}
