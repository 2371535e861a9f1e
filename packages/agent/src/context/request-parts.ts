// Assembles the parts of a request before anything is measured or stored: tools, prompt and messages.
import { goOn, type Soon } from "../base/at-hand.ts"
import { defined } from "../base/defined.ts"
import type { Section } from "../contracts/context.ts"
import type { Message } from "../contracts/message.ts"
import type { ToolDefinition } from "../contracts/model.ts"
import { messagesOf } from "../kernel/state/messages.ts"
import type { State } from "../kernel/state/state.ts"
import type { Chosen, ContextOptions } from "./build-request.ts"
import { renderSystem, renderTurn } from "./prompt/render.ts"
import { saidInTurn } from "./prompt/said-in-turn.ts"
import { temporalNote } from "./prompt/temporal.ts"
import { withFront } from "./prompt/turn-front.ts"

export interface RequestParts {
  /** All existing tools, in the order of their sources. */
  readonly definitions: readonly ToolDefinition[]
  /** The offered tools. */
  readonly tools: readonly ToolDefinition[]
  /** If not all tools are offered: the list they were chosen from. */
  readonly all: readonly ToolDefinition[] | undefined
  readonly offers: readonly string[] | undefined
  readonly sections: readonly Section[]
  readonly system: string
  readonly date: string
  /** The text before the user's words. */
  readonly front: string
  /** The prompt without the parts that count as history. */
  readonly prompt: string
  /** The messages as projected, and as sent. */
  readonly seen: readonly Message[]
  readonly messages: readonly Message[]
}

/** At hand where tools and prompt are: their sources may have to be waited for. */
export function requestParts(state: State, options: ContextOptions): Soon<RequestParts> {
  const { zone, now, standby = () => [] } = options
  return goOn(toolsOf(state, options), (tooling) => {
    const about = { time: now(), tools: tooling.tools, standby: standby(), ...defined({ zone }) }
    return goOn(options.prompt(state, about), (sections) => withPrompt(state, tooling, sections, options))
  })
}

type Tooling = Pick<RequestParts, "definitions" | "tools" | "all" | "offers">

function toolsOf(state: State, options: ContextOptions): Soon<Tooling> {
  return goOn(options.definitions(), (definitions) => {
    const allowed = options.allow?.(state, definitions) ?? definitions
    const choosing = isEnding(state) ? ALL_OF_NONE : (options.choose?.(state, allowed) ?? { tools: allowed })
    return goOn(choosing, (chosen) => {
      // The list that the tools were chosen from; the budget records the size of all of it.
      const all = chosen.tools === allowed || isEnding(state) ? undefined : allowed
      return { definitions, tools: offered(chosen.tools, state), all, offers: chosen.offers }
    })
  })
}

function withPrompt(
  state: State,
  { definitions, tools, all, offers }: Tooling,
  sections: readonly Section[],
  options: ContextOptions,
): RequestParts {
  const system = renderSystem(sections, options.style)
  const date = dateFor(state, options)
  const front = [renderTurn(sections), date].filter((each) => each !== "").join("\n\n")
  const prompt = promptText(sections, front, options)
  const seen = messagesOf(state, options.place === "system" ? "words" : "message")
  const messages = front === "" ? seen : withFront(seen, state, front)
  return { definitions, tools, all, offers, sections, system, date, front, prompt, seen, messages }
}

/** The last answer is requested without tools. */
function isEnding({ turn }: State): boolean {
  return turn?.ending !== undefined && turn.finished === undefined
}

const ALL_OF_NONE: Chosen = { tools: [] }

/** Removes withheld tools. */
function offered(tools: readonly ToolDefinition[], { withheld }: State): readonly ToolDefinition[] {
  if (withheld.length === 0) return tools
  return tools.filter(({ name }) => !withheld.some(({ tool }) => tool === name))
}

/** Dates are placed next to the user's words in this turn, because small models do not look for them elsewhere. */
function dateFor(state: State, { style, zone }: ContextOptions): string {
  if (style?.dated !== true || state.turn === undefined) return ""
  return temporalNote(saidInTurn(state), state.turn.startedAt, zone) ?? ""
}

/** Everything but the summary, which counts as history wherever it is shown. */
function promptText(sections: readonly Section[], front: string, { style }: ContextOptions): string {
  const rest = sections.some(({ name }) => name === SUMMARY)
    ? sections.filter(({ name }) => name !== SUMMARY)
    : sections
  const system = renderSystem(rest, style)
  return front === "" ? system : `${system}\n\n${front}`
}

const SUMMARY = "summary"
