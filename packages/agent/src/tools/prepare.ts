// Prepares a call before it runs: does the tool exist, do the arguments fit, is an approval needed? A call that cannot
// run gets its result here.
import type { Soon } from "../base/at-hand.ts"
import type { Writable } from "../base/writable.ts"
import { text } from "../contracts/content.ts"
import { messageOf, PawlError } from "../contracts/error.ts"
import type { EffectClass, Risk } from "../contracts/fact.ts"
import { copyJson, type JsonObject } from "../contracts/json.ts"
import type { Call } from "../contracts/message.ts"
import type { Approval, Preparation, PreparedCall, PrepareOptions, ToolResult } from "../contracts/toolbox.ts"
import type { TurnAbout } from "../contracts/turn-about.ts"
import { effectNamed, readAsked, readLastWords, riskOf } from "./read-definition.ts"
import type { Surroundings } from "./repair/repair.ts"
import { type RepairedCall, repairArguments, unrepaired } from "./repair/repair-arguments.ts"
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
    // A copy: a tool that looks at a call must not change what the log says.
    const named: unknown = tool.touches(copyJson(given))
    return Array.isArray(named) ? named.filter((each): each is string => typeof each === "string") : []
  } catch {
    // Validation refuses such arguments a moment later.
    return []
  }
}

const NOTHING: readonly string[] = []

/** The same for all calls of a toolbox. */
export interface PreparePorts {
  readonly approve: ApprovalPolicy
  /** Called with what a tool's `approval` threw. */
  readonly onUndecided: ((session: string, error: unknown) => void) | undefined
  /** What path repairs are checked against. */
  readonly around: Surroundings
  /** Turns what a function of the tool threw into a result. */
  readonly failed: (preparing: Preparing, error: unknown) => ToolResult
}

/** A call that is being prepared, and the tool that it names. */
export interface Preparing {
  readonly call: Call
  readonly found: Found
  readonly how: PrepareOptions
  readonly ports: PreparePorts
}

/** The result of a call whose tool cannot be run now. */
export function notRun(name: string, code: "tool-standby" | "server-unavailable" | "tool-not-found", why: string) {
  return immediate(name, code, why)
}

/** At hand unless its tool makes it wait, or a person has to be asked. */
export function prepare(preparing: Preparing): Soon<Preparation> {
  const { call, found, how, ports } = preparing
  const { registered } = found
  if (call.unreadable !== undefined) {
    const { name } = registered.tool
    const advice = `The arguments of "${name}" are not a JSON object. Send the call again with valid JSON.`
    return immediate(name, "arguments-unreadable", advice)
  }
  const looked =
    how.repair === false
      ? unrepaired(call.arguments, registered)
      : repairArguments(call.arguments, registered, ports.around)
  return looked instanceof Promise
    ? looked.then((later) => checkedCall(later, preparing))
    : checkedCall(looked, preparing)
}

function checkedCall(looked: RepairedCall, preparing: Preparing): Soon<Preparation> {
  const { found, how, ports } = preparing
  const { tool } = found.registered
  const { checked, arguments: given } = looked
  const { name } = tool
  if (!checked.ok) {
    const problems = `The arguments of "${name}" do not fit its schema: ${checked.problems}. Correct them and call again.`
    return immediate(name, "arguments-invalid", problems)
  }
  const refusal = tool.refuses === undefined ? undefined : refusalOf(tool, checked.value, preparing)
  if (refusal !== undefined) return { kind: "immediate", name, result: refusal }
  const effect = typeof tool.effect === "function" ? effectOfCall(tool.effect, checked.value) : effectNamed(tool.effect)
  const repairs = found.repair === undefined ? looked.repairs : [found.repair, ...looked.repairs]
  const ready: Writable<PreparedCall> = { kind: "prepared", name, arguments: given, repairs, effect }
  if (tool.delegates === true) ready.delegates = true
  if (tool.changes !== undefined) ready.changes = true
  const value = checked.value as never // Validated by the tool's own schema.
  if (tool.lastWords !== undefined) return { ...ready, ends: readLastWords(name, tool.lastWords(value)) }
  if (tool.question !== undefined) return { ...ready, question: readAsked(name, tool.question(value)) }
  if (ports.approve === "auto" || how.isDecided === true) return ready
  const approval = tool.approval ?? effect !== "read"
  const asking = typeof approval === "function" ? mustAsk(approval, checked.value, preparing) : approval
  return asking === false ? ready : withApproval(ready, asking, checked.value, preparing)
}

async function withApproval(
  ready: PreparedCall,
  asking: boolean | Promise<boolean>,
  input: unknown,
  preparing: Preparing,
): Promise<Preparation> {
  if ((await asking) === false) return ready
  const { tool } = preparing.found.registered
  const { contents } = tool
  const asked = { risk: riskOf(tool), ...(contents && { contents }) }
  if (preparing.ports.approve === "deny")
    return { ...ready, approval: { preview: "", ...asked, refusal: approvalDenied(tool.name) } }
  const preview = await previewOf(tool, input, preparing)
  return { ...ready, approval: { ...preview, ...asked } }
}

/** If `refuses` itself throws, the call is refused as well. */
function refusalOf(tool: Tool, input: unknown, preparing: Preparing): ToolResult | undefined {
  try {
    const refusal = tool.refuses?.(input as never, aboutOf(preparing.how)) // Validated by the tool's own schema.
    if (!refusal) return undefined
    return { outcome: "error", code: String(refusal.code ?? "tool-failed"), content: [text(messageOf(refusal))] }
  } catch (error) {
    return preparing.ports.failed(preparing, error)
  }
}

/** If `effect` throws, the call counts as `once`, the most careful class. */
function effectOfCall(effect: Extract<Tool["effect"], (input: never) => unknown>, input: unknown): EffectClass {
  try {
    return effectNamed(effect(input as never)) // Validated by the tool's own schema.
  } catch {
    return "once"
  }
}

/** If `approval` throws or rejects, approval is required. */
function mustAsk(
  approval: Exclude<Tool["approval"], boolean | undefined>,
  input: unknown,
  { found, how, ports }: Preparing,
): boolean | Promise<boolean> {
  const about = aboutOf(how)
  const undecided = (error: unknown) => {
    ports.onUndecided?.(about.session, error)
    return true
  }
  try {
    const { name } = found.registered.tool
    const read = (asks: unknown) => (typeof asks === "boolean" ? asks : undecided(noVerdict(name, asks)))
    const asks = approval(input as never, about) // Validated by the tool's own schema.
    const isLater = typeof asks === "object" && asks !== null
    return isLater ? Promise.resolve(asks).then(read).catch(undecided) : read(asks)
  } catch (error) {
    return undecided(error)
  }
}

/** In plain JavaScript a forgotten "return" must not allow anything. */
function noVerdict(name: string, asks: unknown): PawlError {
  const message = `The approval of tool "${name}" must be true or false, and was ${String(asks)}: the call needs approval.`
  return new PawlError("config-invalid", message)
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
  { how }: Preparing,
): Promise<Pick<Approval, "preview" | "futile">> {
  const plain = `${tool.name}(${JSON.stringify(input)})`
  try {
    const preview: unknown = await tool.preview?.(input as never, aboutOf(how)) // Validated by the tool's own schema.
    return { preview: typeof preview === "string" ? preview : plain }
  } catch (error) {
    if (!(error instanceof ToolFailure)) return { preview: plain }
    const { outcome, code, message } = error
    return { preview: plain, futile: { outcome, code, content: [text(message)] } }
  }
}

/** What the tool's functions are told. A toolbox by itself is outside of any turn. */
function aboutOf({ of = NO_TURN }: PrepareOptions): TurnAbout {
  const { session, turn = 0, owner, context } = of
  return owner === undefined ? { session, turn, context } : { session, turn, owner, context }
}

const NO_TURN: NonNullable<PrepareOptions["of"]> = { session: "", trace: "" }

function immediate(name: string, code: string, message: string, outcome: ToolResult["outcome"] = "error"): Preparation {
  return { kind: "immediate", name, result: { outcome, code, content: [text(message)] } }
}
