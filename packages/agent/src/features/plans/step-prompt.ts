// What a router is shown of the turn: one step, and the results it depends on. Long results are cut to their beginning,
// with the call id by which the rest can be read, so that a small model is not overwhelmed.
import { defined } from "../../base/defined.ts"
import { saidInTurn } from "../../context/prompt/said-in-turn.ts"
import { plainText } from "../../contracts/content.ts"
import type { Call } from "../../contracts/message.ts"
import { openResults } from "../../kernel/state/messages.ts"
import type { State } from "../../kernel/state/state.ts"
import { type Plan, type Routing, routingOf } from "./plan.ts"

export interface StepPrompt {
  readonly text: string
  /** Some results are not shown whole. */
  readonly isCut: boolean
}

export interface PromptRoom {
  /** Characters for all results together. */
  readonly chars: number
  /** There is a tool by which the rest can be read. */
  readonly canRead: boolean
}

const MAX_REQUEST_CHARS = 1500

export function stepPrompt(state: State, number: number, room: PromptRoom): StepPrompt {
  const { turn } = state
  const plan = turn?.plan
  const step = plan?.steps[number - 1]
  if (turn === undefined || plan === undefined || step === undefined) return { text: "", isCut: false }
  const routing = routingOf(turn)
  const shown = resultsFor(state, { ...plan, ...defined({ routing }) }, number)
  const cuts = shares(
    shown.map(({ text }) => text.length),
    room.chars,
  )
  const said = saidInTurn(state)
  const results = shown.map((result, place) => quoted(result, cuts[place] ?? 0, room))
  const parts = [
    `<request>\n${escaped(said.slice(0, MAX_REQUEST_CHARS).toWellFormed())}\n</request>`,
    ...results,
    `<step number="${number}">\n${escaped(step.what)}\n</step>`,
    ...(step.tool === undefined ? [] : [`The tool that was thought of: ${step.tool}`]),
    ...wrongLines(routing),
    "Make the call for this step now.",
  ]
  return { text: parts.join("\n\n"), isCut: shown.some(({ text }, place) => text.length > (cuts[place] ?? 0)) }
}

function wrongLines(routing: Routing | undefined): readonly string[] {
  if (routing?.wrong === undefined) return []
  return [
    `Your last answer did not carry it out. ${routing.wrong}\nAnswer with a call of one of the tools, in the form that was explained.`,
  ]
}

interface Shown {
  /** The step it belongs to; a result of the current step was only looked up. */
  readonly step: number
  readonly call: string
  readonly about: string
  readonly text: string
}

/** Results of the steps it needs, of the step before it, and what was looked up for it. */
function resultsFor(state: State, { steps, done, routing }: Plan, number: number): readonly Shown[] {
  const needs = [...new Set([...(steps[number - 1]?.needs ?? []), number - 1])].filter(
    (each) => done[each] !== undefined,
  )
  const wanted = [
    ...needs.sort((a, b) => a - b).flatMap((step) => (done[step]?.calls ?? []).map((call) => ({ step, call }))),
    ...(routing?.looks ?? []).map((call) => ({ step: number, call })),
  ]
  const known = callsOf(state)
  return wanted.map(({ step, call }) => {
    const { about, text } = known.get(call) ?? {}
    // The call was condensed meanwhile: the step's recorded result is still there.
    return { step, call, about: about ?? "", text: text ?? done[step]?.result ?? "" }
  })
}

function callsOf(state: State): ReadonlyMap<string, { readonly about: string; readonly text?: string }> {
  const { history, turn } = state
  const found = new Map<string, { readonly about: string; readonly text?: string }>()
  const add = (call: Call) => found.set(call.id, { about: `${call.name} ${JSON.stringify(call.arguments)}` })
  for (let place = turn?.begins ?? 0; place < history.length; place++) {
    const message = history.items[place]
    if (message?.role === "assistant") for (const call of message.calls) add(call)
    if (message?.role === "tool") complete(found, message.call, plainText(message.parts))
  }
  for (const { call } of turn?.calls ?? []) if (!found.has(call.id)) add(call)
  for (const message of openResults(state))
    if (message.role === "tool") complete(found, message.call, plainText(message.parts))
  return found
}

function complete(
  found: Map<string, { readonly about: string; readonly text?: string }>,
  call: string,
  text: string,
): void {
  found.set(call, { about: found.get(call)?.about ?? "", text })
}

function quoted({ step, call, about, text }: Shown, chars: number, { canRead }: PromptRoom): string {
  const rest = canRead ? ` To read all of it: read_result with call "${call}".` : ""
  const body =
    text.length <= chars
      ? text
      : `${text.slice(0, chars).toWellFormed()}\n[The first ${chars} of ${text.length} characters.${rest}]`
  return `<result step="${step}" call="${call}">\n${escaped(`${about}\n${body}`)}\n</result>`
}

/** Quoted text must not close its tag, or open another of these. */
function escaped(text: string): string {
  return text.replace(/<(?=\s*\/?\s*(?:request|result|step)\b)/gi, "&lt;")
}

/** Short results stand whole; the others share the remaining room. */
export function shares(lengths: readonly number[], room: number): readonly number[] {
  const order = lengths.map((length, place) => ({ length, place })).sort((a, b) => a.length - b.length)
  const shared: number[] = []
  let left = room
  for (const [index, { length, place }] of order.entries()) {
    const share = Math.min(length, Math.max(MIN_SHARE_CHARS, Math.floor(left / (order.length - index))))
    shared[place] = share
    left -= share
  }
  return shared
}

const MIN_SHARE_CHARS = 200
