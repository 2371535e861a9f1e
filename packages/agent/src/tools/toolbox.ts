// The one path on which tools run: resolve, validate, ask, run with a deadline, report. No other code may run a tool.
import type { Clock } from "../contracts/clock.ts"
import { type Part, text } from "../contracts/content.ts"
import { messageOf, PawlError } from "../contracts/error.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { Call } from "../contracts/message.ts"
import { redact } from "../contracts/redact.ts"
import type { Preparation, PreparedCall, RunOptions, Toolbox, ToolResult } from "../contracts/toolbox.ts"
import { type CompiledSchema, compileSchema } from "./input-schema.ts"
import type { Tool, ToolOutput } from "./tool.ts"

/** `ask`: a person decides. `auto`: nobody is asked. `deny`: what would ask is refused. */
export type ApprovalPolicy = "ask" | "auto" | "deny"

export interface ToolboxOptions {
  readonly clock: Clock
  readonly approve: ApprovalPolicy
}

interface Registered {
  readonly tool: Tool
  readonly schema: CompiledSchema
}

const DEFAULT_TIMEOUT_MS = 30_000

export function toolbox(tools: readonly Tool[], options: ToolboxOptions): Toolbox {
  const registry = register(tools)
  const definitions = [...registry.values()].map(({ tool, schema }) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: schema.jsonSchema,
  }))
  return {
    definitions: () => definitions,
    touches: (call) => touchesOf(registry.get(call.name)?.tool, call.arguments),
    prepare: (call) => prepare(call, registry, options.approve),
    run: (prepared, how) => run(prepared, how, registry, options.clock),
  }
}

function register(tools: readonly Tool[]): ReadonlyMap<string, Registered> {
  const registry = new Map<string, Registered>()
  for (const tool of tools) {
    if (registry.has(tool.name)) {
      throw new PawlError(
        "tool-duplicate",
        `Two tools are named "${tool.name}". Rename one: calls must reach the right one.`,
      )
    }
    registry.set(tool.name, { tool, schema: compileSchema(tool.name, tool.input) })
  }
  return registry
}

/** Asked before the arguments are validated, so a tool's own function may not understand them. */
function touchesOf(tool: Tool | undefined, given: JsonObject): readonly string[] {
  if (tool?.touches === undefined) return []
  try {
    return tool.touches(given)
  } catch {
    // Arguments it cannot read are refused a moment later, when they are validated.
    return []
  }
}

async function prepare(
  call: Call,
  registry: ReadonlyMap<string, Registered>,
  approve: ApprovalPolicy,
): Promise<Preparation> {
  const registered = registry.get(call.name)
  if (registered === undefined) return immediate(call.name, "tool-not-found", unknownTool(call.name, registry))
  const { tool, schema } = registered
  if (call.unreadable !== undefined) {
    const advice = `The arguments of "${tool.name}" are not a JSON object. Send the call again with valid JSON.`
    return immediate(tool.name, "arguments-unreadable", advice)
  }
  const checked = await schema.check(call.arguments)
  if (!checked.ok) {
    const problems = `The arguments of "${tool.name}" do not fit its schema: ${checked.problems}. Correct them and call again.`
    return immediate(tool.name, "arguments-invalid", problems)
  }
  const effect = tool.effect ?? "once"
  const ready = { kind: "prepared", name: tool.name, arguments: call.arguments, repairs: [], effect } as const
  if (tool.question !== undefined) return { ...ready, question: tool.question(checked.value as never) } // Validated.
  const asks = (tool.approval ?? effect !== "read") && approve !== "auto"
  if (asks && approve === "deny") {
    return immediate(
      tool.name,
      "approval-denied",
      `"${tool.name}" changes things, and nobody is here to allow it.`,
      "denied",
    )
  }
  if (!asks) return ready
  return { ...ready, approval: { preview: previewOf(tool, checked.value), risk: tool.risk ?? "changes" } }
}

/** A preview that fails never means that nobody is asked. */
function previewOf(tool: Tool, input: unknown): string {
  const plain = `${tool.name}(${JSON.stringify(input)})`
  try {
    return tool.preview?.(input as never) ?? plain // Validated by the tool's own schema.
  } catch {
    return plain
  }
}

async function run(
  prepared: PreparedCall,
  how: RunOptions,
  registry: ReadonlyMap<string, Registered>,
  clock: Clock,
): Promise<ToolResult> {
  const registered = registry.get(prepared.name)
  if (registered === undefined) return failure("tool-not-found", unknownTool(prepared.name, registry))
  const { tool, schema } = registered
  const checked = await schema.check(prepared.arguments)
  if (!checked.ok) return failure("arguments-invalid", checked.problems)
  const deadline = new AbortController()
  const signal = AbortSignal.any([how.signal, deadline.signal])
  const { call, session, trace, effectKey, onOutput: output } = how
  const context = { signal, call, session, trace, effectKey, output }
  const body = (async () => tool.run(checked.value as never, context))()
    .then(succeeded)
    .catch((error: unknown) => failed(tool, error))
  const done = new AbortController()
  const timeoutMs = tool.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const late = clock.sleep(timeoutMs, done.signal).then(() => {
    if (!done.signal.aborted) deadline.abort("timeout")
    return timedOut(tool, timeoutMs)
  })
  const result = await Promise.race([body, late])
  done.abort("done")
  return result
}

function succeeded(output: ToolOutput): ToolResult {
  return { outcome: "ok", content: toParts(output) }
}

function toParts(output: ToolOutput): readonly Part[] {
  if (output === undefined) return []
  if (typeof output === "string") return [text(output)]
  if (isParts(output)) return output
  return [text(JSON.stringify(output))]
}

function isParts(output: unknown): output is readonly Part[] {
  const isPart = (part: unknown) =>
    typeof part === "object" && part !== null && "type" in part && (part.type === "text" || part.type === "blob")
  return Array.isArray(output) && output.every(isPart)
}

function failed(tool: Tool, error: unknown): ToolResult {
  return failure("tool-failed", redact(`Tool "${tool.name}" failed: ${messageOf(error)}`))
}

function timedOut(tool: Tool, timeoutMs: number): ToolResult {
  const doubt =
    (tool.effect ?? "once") === "read" ? "" : " It may still have taken effect: verify before you try again."
  const message = `Tool "${tool.name}" timed out after ${timeoutMs / 1000} s (limit timeoutMs).${doubt}`
  return { outcome: "timeout", code: "tool-timeout", content: [text(message)] }
}

function failure(code: string, message: string): ToolResult {
  return { outcome: "error", code, content: [text(message)] }
}

function immediate(name: string, code: string, message: string, outcome: ToolResult["outcome"] = "error"): Preparation {
  return { kind: "immediate", name, result: { outcome, code, content: [text(message)] } }
}

function unknownTool(name: string, registry: ReadonlyMap<string, Registered>): string {
  const names = [...registry.keys()]
  const known = names.length === 0 ? "There are no tools." : `There are: ${names.join(", ")}.`
  return `There is no tool "${name}". ${known}`
}
