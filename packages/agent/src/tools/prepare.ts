// Prepares a call before it runs: does the tool exist, do the arguments fit, is an approval needed? A call that cannot
// run gets its result here.
import { goOn, type Soon } from "../base/at-hand.ts"
import { text } from "../contracts/content.ts"
import { messageOf } from "../contracts/error.ts"
import type { EffectClass, Risk } from "../contracts/fact.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { Call } from "../contracts/message.ts"
import type { Approval, Preparation, PreparedCall, ToolResult } from "../contracts/toolbox.ts"
import type { TurnAbout } from "../contracts/turn-about.ts"
import { effectNamed, readAsked, readLastWords, riskOf } from "./read-definition.ts"
import type { Surroundings } from "./repair/repair.ts"
import { type RepairedCall, repairArguments } from "./repair/repair-arguments.ts"
import type { Found } from "./resolve.ts"
import { type Tool, ToolFailure } from "./tool.ts"

/** `ask`: a person decides. `auto`: calls run without approval. `deny`: a call that needs approval is refused. */
export type ApprovalPolicy = "ask" | "auto" | "deny"

/** A call that needs approval, as the function `approve` of an agent gets it. */
export interface CallToApprove<Context = unknown> extends TurnAbout<Context> {
  /** The call's id. */
  readonly call: string
  /** The tool's name. */
  readonly name: string
  /** What the tool would run with. */
  readonly arguments: JsonObject
  /** What running it twice would do. */
  readonly effect: EffectClass
  /** How bad a mistake would be. */
  readonly risk: Risk
  /** What a person would be shown. */
  readonly preview: string
  /** Aborted when the turn is cancelled: the decision is no longer needed. */
  readonly signal: AbortSignal
}

/**
 * Decides about a call that needs approval, in place of one policy for all: "auto" runs it, "deny" refuses it, whatever
 * was granted, and "ask" asks a person, unless a grant covers it. When it throws, rejects or returns something else, the
 * person is asked and `onError` is told. After a crash it is asked again.
 */
export type ApproveCall<Context = unknown> = (call: CallToApprove<Context>) => ApprovalPolicy | Promise<ApprovalPolicy>

/** Runs before the arguments are validated, so the tool's function may fail on them. */
export function touchesOf(tool: Tool | undefined, given: JsonObject): readonly string[] {
  if (tool?.touches === undefined) return NOTHING
  try {
    const named: unknown = tool.touches(given)
    return Array.isArray(named) ? named.filter((each): each is string => typeof each === "string") : []
  } catch {
    // Validation refuses such arguments a moment later.
    return []
  }
}

const NOTHING: readonly string[] = []

export interface PrepareHow {
  readonly approve: ApprovalPolicy
  /** The turn of the call, and for whom it is made. */
  readonly about: TurnAbout
  /** A person has decided, or the call was started before: it needs no approval any more. */
  readonly isDecided: boolean
  /** Called with what the tool's `approval` threw. */
  readonly onUndecided: ((session: string, error: unknown) => void) | undefined
  /** What path repairs are checked against; without it arguments are not repaired. */
  readonly around: Surroundings | undefined
  /** Turns what a function of the tool threw into a result. */
  readonly failed: (tool: Tool, error: unknown) => ToolResult
}

/** The result of a call whose tool cannot be run now. */
export function notRun(name: string, code: "tool-standby" | "server-unavailable" | "tool-not-found", why: string) {
  return immediate(name, code, why)
}

/** `repair`: how the tool's name differs from the name in the call. */
export function prepare(call: Call, { registered, repair }: Found, how: PrepareHow): Soon<Preparation> {
  const { tool, schema } = registered
  if (call.unreadable !== undefined) {
    const advice = `The arguments of "${tool.name}" are not a JSON object. Send the call again with valid JSON.`
    return immediate(tool.name, "arguments-unreadable", advice)
  }
  const looked =
    how.around === undefined
      ? goOn(schema.check(call.arguments), (checked) => ({ arguments: call.arguments, repairs: NO_REPAIRS, checked }))
      : repairArguments(call.arguments, registered, how.around)
  return goOn(looked, (found) => checkedCall(tool, found, repair, how))
}

const NO_REPAIRS: readonly string[] = []

function checkedCall(
  tool: Tool,
  { checked, arguments: given, repairs: made }: RepairedCall,
  nameRepair: string | undefined,
  how: PrepareHow,
): Soon<Preparation> {
  const { name } = tool
  if (!checked.ok) {
    const problems = `The arguments of "${name}" do not fit its schema: ${checked.problems}. Correct them and call again.`
    return immediate(name, "arguments-invalid", problems)
  }
  const refusal = tool.refuses === undefined ? undefined : refusalOf(tool, checked.value, how)
  if (refusal !== undefined) return { kind: "immediate", name, result: refusal }
  const effect = effectOfCall(tool, checked.value)
  const repairs = nameRepair === undefined ? made : [nameRepair, ...made]
  const plain = { kind: "prepared", name, arguments: given, repairs, effect } as const
  const ready: PreparedCall = tool.delegates === true ? { ...plain, delegates: true } : plain
  const value = checked.value as never // Validated by the tool's own schema.
  if (tool.lastWords !== undefined) return { ...ready, ends: readLastWords(name, tool.lastWords(value)) }
  if (tool.question !== undefined) return { ...ready, question: readAsked(name, tool.question(value)) }
  if (how.approve === "auto" || how.isDecided) return ready
  const asking = mustAsk(tool, effect, checked.value, how)
  if (asking === false) return ready
  return goOn(asking, (asks) => (asks ? withApproval(ready, tool, checked.value, how) : ready))
}

async function withApproval(ready: PreparedCall, tool: Tool, input: unknown, how: PrepareHow): Promise<Preparation> {
  const { contents } = tool
  const asked = { risk: riskOf(tool), ...(contents && { contents }) }
  if (how.approve === "deny")
    return { ...ready, approval: { preview: "", ...asked, refusal: approvalDenied(tool.name) } }
  const preview = await previewOf(tool, input, how)
  return { ...ready, approval: { ...preview, ...asked } }
}

/** If `refuses` itself throws, the call is refused as well. */
function refusalOf(
  tool: Tool,
  input: unknown,
  { failed, about }: Pick<PrepareHow, "failed" | "about">,
): ToolResult | undefined {
  try {
    const refusal = tool.refuses?.(input as never, about) // Validated by the tool's own schema.
    if (!refusal) return undefined
    return { outcome: "error", code: String(refusal.code ?? "tool-failed"), content: [text(messageOf(refusal))] }
  } catch (error) {
    return failed(tool, error)
  }
}

/** If `effect` throws, the call counts as `once`, the most careful class. */
function effectOfCall({ effect = "once" }: Tool, input: unknown): EffectClass {
  if (typeof effect !== "function") return effectNamed(effect)
  try {
    return effectNamed(effect(input as never)) // Validated by the tool's own schema.
  } catch {
    return "once"
  }
}

/** If `approval` throws or rejects, approval is required. */
function mustAsk(
  { approval }: Tool,
  effect: EffectClass,
  input: unknown,
  { about, onUndecided }: PrepareHow,
): boolean | Promise<boolean> {
  if (typeof approval !== "function") return approval ?? effect !== "read"
  const undecided = (error: unknown) => {
    onUndecided?.(about.session, error)
    return true
  }
  try {
    const asks = approval(input as never, about) // Validated by the tool's own schema.
    return typeof asks === "object" ? asks.then((needed) => needed !== false, undecided) : asks
  } catch (error) {
    return undecided(error)
  }
}

function approvalDenied(name: string): ToolResult {
  const words = `"${name}" has to be allowed by somebody, and nobody is here.`
  return { outcome: "denied", code: "approval-denied", content: [text(words)] }
}

/** Validation or preview took longer than the tool's own time limit: nothing has been run. */
export function prepareTimedOut(tool: Tool): Preparation {
  return immediate(tool.name, "tool-timeout", `"${tool.name}" could not look at its arguments in time.`, "timeout")
}

/** If `preview` throws, the person is still asked and sees name and arguments, unless it says that the call has no effect. */
async function previewOf(
  tool: Tool,
  input: unknown,
  { about }: Pick<PrepareHow, "about">,
): Promise<Pick<Approval, "preview" | "futile">> {
  const plain = `${tool.name}(${JSON.stringify(input)})`
  try {
    const preview: unknown = await tool.preview?.(input as never, about) // Validated by the tool's own schema.
    return { preview: typeof preview === "string" ? preview : plain }
  } catch (error) {
    if (!(error instanceof ToolFailure)) return { preview: plain }
    const { outcome, code, message } = error
    return { preview: plain, futile: { outcome, code, content: [text(message)] } }
  }
}

function immediate(name: string, code: string, message: string, outcome: ToolResult["outcome"] = "error"): Preparation {
  return { kind: "immediate", name, result: { outcome, code, content: [text(message)] } }
}
