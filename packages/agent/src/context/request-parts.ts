// Assembles the parts of a request before anything is measured or stored: tools, prompt and messages.
import { goOn, type Soon } from "../base/at-hand.ts"
import type { Section } from "../contracts/context.ts"
import type { Message } from "../contracts/message.ts"
import type { ToolDefinition } from "../contracts/model.ts"
import type { StandbyTool } from "../contracts/toolbox.ts"
import { messagesOf } from "../kernel/state/messages.ts"
import type { State } from "../kernel/state/state.ts"
import type { Chosen, ContextOptions } from "./build-request.ts"
import { renderSections } from "./prompt/render.ts"
import { saidInTurn } from "./prompt/said-in-turn.ts"
import type { Now } from "./prompt/sections.ts"
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
  return goOn(toolsOf(state, options), (tooling) =>
    goOn(options.prompt(state, nowWith(tooling.tools, options)), (sections) =>
      withPrompt(state, tooling, sections, options),
    ),
  )
}

function nowWith(tools: readonly ToolDefinition[], { zone, now, standby }: ContextOptions): Now {
  const about: Now = { time: now(), tools, standby: standby?.() ?? NONE_ON_STANDBY }
  return zone === undefined ? about : { ...about, zone }
}

const NONE_ON_STANDBY: readonly StandbyTool[] = []

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
  const { system, turn, counted } = renderSections(sections, options.style)
  const date = dateFor(state, options)
  const front = turn === "" || date === "" ? turn + date : `${turn}\n\n${date}`
  const prompt = front === "" ? counted : `${counted}\n\n${front}`
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
