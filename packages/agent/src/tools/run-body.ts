// A tool's body, run with a deadline and an abort signal; whatever it does becomes a result.
import type { Clock } from "../contracts/clock.ts"
import { type Part, text } from "../contracts/content.ts"
import { messageOf } from "../contracts/error.ts"
import { redact } from "../contracts/redact.ts"
import type { PreparedCall, RunOptions, ToolResult } from "../contracts/toolbox.ts"
import { type Registry, unknownTool } from "./registry.ts"
import type { Tool, ToolOutput } from "./tool.ts"

const DEFAULT_TIMEOUT_MS = 30_000

export interface RunPorts {
  readonly registry: Registry
  readonly clock: Clock
}

export async function runBody(prepared: PreparedCall, how: RunOptions, ports: RunPorts): Promise<ToolResult> {
  const { registry, clock } = ports
  const registered = registry.byName.get(prepared.name)
  if (registered === undefined) return failure("tool-not-found", unknownTool(prepared.name, registry))
  const { tool, schema } = registered
  const checked = await schema.check(prepared.arguments)
  if (!checked.ok) return failure("arguments-invalid", checked.problems)
  const deadline = new AbortController()
  const signal = AbortSignal.any([how.signal, deadline.signal])
  const { call, session, trace, effectKey, onOutput: output, readResult } = how
  const context = { signal, call, session, trace, effectKey, output, readResult }
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
