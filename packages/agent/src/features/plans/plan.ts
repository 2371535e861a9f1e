// The state of a plan, as the facts have it so far: its steps, what came of each, and the current step.
import { defined } from "../../base/defined.ts"
import { plainText } from "../../contracts/content.ts"
import type { Json } from "../../contracts/json.ts"
import type { PlanStep, StepOutcome } from "../../contracts/plan.ts"
import type { CallState, Turn } from "../../kernel/state/state.ts"

/** A plan, and how far it is carried out. */
export interface Plan {
  /** `over`: it failed, or its answer is there. From then on the turn is like any other. */
  readonly stage: "planning" | "steps" | "over"
  /** What the planner said, until it is parsed. */
  readonly said?: { readonly text: string; readonly isCut: boolean }
  readonly steps: readonly PlanStep[]
  /** By number. */
  readonly done: Readonly<Record<number, StepDone>>
  readonly routing?: Routing
}

/** A step of a plan that ended. */
export interface StepDone {
  readonly outcome: StepOutcome
  readonly result: string
  readonly calls: readonly string[]
}

/** A step for which a call is asked for, or was made. */
export interface Routing {
  readonly step: number
  /** How often a call was asked for. */
  readonly asks: number
  /** How often in vain: no call, or none that could be run. */
  readonly tries: number
  /** What was wrong the last time. */
  readonly wrong?: string
  /** Calls that only looked something up for it. */
  readonly looks: readonly string[]
  /** The calls of the turn are those of this step. */
  readonly called: boolean
}

export const NO_PLAN: Plan = { stage: "planning", steps: [], done: {} }

/** Tools that show more of what there is: calling one does not carry out a step. */
export const LOOKING: readonly string[] = ["read_result", "search_tools"]

/**
 * `not-run`: nothing happened, so that it may be tried again. `looked`: something was looked up, and the step's call is
 * still to come.
 */
export type CallsVerdict = StepOutcome | "not-run" | "looked"

export function verdictOn(calls: readonly CallState[]): CallsVerdict {
  if (calls.every(isOk)) return calls.every(isLook) ? "looked" : "ok"
  return calls.every(({ starts, result }) => starts === 0 && NEVER_RAN.has(result?.outcome ?? ""))
    ? "not-run"
    : "failed"
}

/** A denied call did not run either, but asking for it again would put pressure on the approver. */
const NEVER_RAN: ReadonlySet<string> = new Set(["error", "refused"])

function isOk({ result }: CallState): boolean {
  return result?.outcome === "ok"
}

export function isLook({ name, call }: CallState): boolean {
  return LOOKING.includes(name ?? call.name)
}

/** One line for each call that did not work. */
export function whatWentWrong(calls: readonly CallState[]): string {
  return calls
    .filter((call) => !isOk(call))
    .map(({ call, result }) => `${call.name} (${result?.outcome ?? "no result"}): ${plainText(result?.content ?? [])}`)
    .join("\n")
}

/** The current step, as needed to ask for its next call. */
export function routingOf({ plan, calls }: Pick<Turn, "plan" | "calls">): Routing | undefined {
  const routing = plan?.routing
  if (routing?.called !== true) return routing
  const settled = { ...routing, called: false }
  if (verdictOn(calls) === "looked")
    return { ...settled, looks: [...routing.looks, ...calls.map(({ call }) => call.id)] }
  return { ...settled, tries: routing.tries + 1, wrong: whatWentWrong(calls) }
}

/** Earlier versions and other writers may have stored less. */
export function readStep(given: Json): PlanStep {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return { what: String(given), needs: [] }
  const { what, needs, tool } = given as Readonly<Record<string, Json>>
  const hint = typeof tool === "string" ? { tool } : {}
  const numbers = Array.isArray(needs) ? needs.filter((need): need is number => typeof need === "number") : []
  return { what: typeof what === "string" ? what : JSON.stringify(given), needs: numbers, ...hint }
}

/** The steps that can still be done, and the first of them that need not wait for another. */
export function openSteps({ steps, done }: Plan): { readonly open: readonly number[]; readonly next?: number } {
  const open = steps.map((_, index) => index + 1).filter((number) => done[number] === undefined)
  const next = open.find((number) => steps[number - 1]?.needs.every((need) => done[need]?.outcome === "ok"))
  return { open, ...defined({ next }) }
}
