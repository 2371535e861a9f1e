// What a request is made of, before anything is weighed or stored: which tools, which words of the prompt, which messages.
import { defined } from "../base/defined.ts"
import type { Section } from "../contracts/context.ts"
import type { Message } from "../contracts/message.ts"
import type { ToolDefinition } from "../contracts/model.ts"
import { messagesOf } from "../kernel/state/messages.ts"
import type { State } from "../kernel/state/state.ts"
import type { ChooseTools, ContextOptions } from "./build-request.ts"
import { renderSystem, renderTurn } from "./prompt/render.ts"
import { saidInTurn } from "./prompt/said-in-turn.ts"
import { temporalNote } from "./prompt/temporal.ts"
import { withFront } from "./prompt/turn-front.ts"

export interface RequestParts {
  /** All that there are, in the order of their sources. */
  readonly definitions: readonly ToolDefinition[]
  /** Those that are offered. */
  readonly tools: readonly ToolDefinition[]
  /** Where not all are offered: the list that was chosen from. */
  readonly all: readonly ToolDefinition[] | undefined
  readonly offers: readonly string[] | undefined
  readonly sections: readonly Section[]
  readonly system: string
  readonly date: string
  /** What stands in front of the user's words. */
  readonly front: string
  /** The prompt without what counts as history. */
  readonly prompt: string
  /** Messages as they are known, and as they are sent. */
  readonly seen: readonly Message[]
  readonly messages: readonly Message[]
}

export async function requestParts(state: State, options: ContextOptions): Promise<RequestParts> {
  const definitions = await options.definitions()
  const chosen = isEnding(state) ? ALL_OF_NONE : await (options.choose?.(state, definitions) ?? { tools: definitions })
  const tools = offered(chosen.tools, state)
  // What all of them would take: known by the list that was chosen from.
  const all = chosen.tools === definitions || isEnding(state) ? undefined : definitions
  const { zone, now, standby = () => [] } = options
  const about = { time: now(), tools, standby: standby(), ...defined({ zone }) }
  const sections = await options.prompt(state, about)
  const system = renderSystem(sections, options.style)
  const date = dateFor(state, options)
  const front = [renderTurn(sections), date].filter((each) => each !== "").join("\n\n")
  const prompt = promptText(sections, front, options)
  const seen = messagesOf(state, options.place === "system" ? "words" : "message")
  const messages = front === "" ? seen : withFront(seen, state, front)
  return { definitions, tools, all, offers: chosen.offers, sections, system, date, front, prompt, seen, messages }
}

/** A last answer is asked for without tools. */
function isEnding({ turn }: State): boolean {
  return turn?.ending !== undefined && turn.finished === undefined
}

const ALL_OF_NONE: Awaited<ReturnType<ChooseTools>> = { tools: [] }

/** One that kept failing is offered no more. */
function offered(tools: readonly ToolDefinition[], { withheld }: State): readonly ToolDefinition[] {
  if (withheld.length === 0) return tools
  return tools.filter(({ name }) => !withheld.some(({ tool }) => tool === name))
}

/** In the words of this turn, dates are told beside them: small models do not look for them elsewhere. */
function dateFor(state: State, { style, zone }: ContextOptions): string {
  if (style?.dated !== true || state.turn === undefined) return ""
  return temporalNote(saidInTurn(state), state.turn.startedAt, zone) ?? ""
}

/** The conversation counts as history wherever it is shown: here is the rest. */
function promptText(sections: readonly Section[], front: string, { style }: ContextOptions): string {
  const rest = sections.some(({ name }) => name === SUMMARY)
    ? sections.filter(({ name }) => name !== SUMMARY)
    : sections
  const system = renderSystem(rest, style)
  return front === "" ? system : `${system}\n\n${front}`
}

const SUMMARY = "summary"
