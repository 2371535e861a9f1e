// Assembles the parts of a request before anything is measured: tools, prompt and messages. Each is at hand where its source
// is: some sources have to be waited for.
import type { Soon } from "../base/at-hand.ts"
import type { Section } from "../contracts/context.ts"
import type { Message } from "../contracts/message.ts"
import type { ToolDefinition } from "../contracts/model.ts"
import type { StandbyTool } from "../contracts/toolbox.ts"
import { messagesOf } from "../kernel/state/messages.ts"
import type { State } from "../kernel/state/state.ts"
import type { Chosen, ContextOptions } from "./build-request.ts"
import type { Frame, Framed, FrameMaker } from "./frame.ts"
import { saidInTurn } from "./prompt/said-in-turn.ts"
import type { Now } from "./prompt/sections.ts"
import { temporalNote } from "./prompt/temporal.ts"
import { withFront } from "./prompt/turn-front.ts"

export interface RequestParts {
  readonly frame: Frame
  readonly offers: readonly string[] | undefined
  /** The messages as projected, and as sent. */
  readonly seen: readonly Message[]
  readonly messages: readonly Message[]
}

export interface PartsHow {
  readonly options: ContextOptions
  readonly frame: FrameMaker
}

export function requestParts(state: State, how: PartsHow): Soon<RequestParts> {
  const definitions = how.options.definitions()
  return definitions instanceof Promise
    ? definitions.then((found) => withTools(state, found, how))
    : withTools(state, definitions, how)
}

function withTools(state: State, definitions: readonly ToolDefinition[], how: PartsHow): Soon<RequestParts> {
  const { allow, choose } = how.options
  const allowed = allow === undefined ? definitions : allow(state, definitions)
  const { turn } = state
  // The last answer is requested without tools.
  if (turn?.ending !== undefined && turn.finished === undefined)
    return withPrompt(state, { definitions, tools: NONE, all: undefined, offers: undefined }, how)
  const chosen = choose === undefined ? { tools: allowed } : choose(state, allowed)
  return chosen instanceof Promise
    ? chosen.then((found) => withPrompt(state, tooling(state, definitions, allowed, found), how))
    : withPrompt(state, tooling(state, definitions, allowed, chosen), how)
}

const NONE: readonly ToolDefinition[] = []

type Tooling = Pick<Framed, "definitions" | "tools" | "all"> & Pick<RequestParts, "offers">

function tooling(
  { withheld }: State,
  definitions: readonly ToolDefinition[],
  allowed: readonly ToolDefinition[],
  { tools, offers }: Chosen,
): Tooling {
  const offered =
    withheld.length === 0 ? tools : tools.filter(({ name }) => !withheld.some(({ tool }) => tool === name))
  // The list that the tools were chosen from; the budget records the size of all of it.
  return { definitions, tools: offered, all: tools === allowed ? undefined : allowed, offers }
}

function withPrompt(state: State, found: Tooling, how: PartsHow): Soon<RequestParts> {
  const { zone, now, standby, prompt } = how.options
  const about: Now = { time: now(), tools: found.tools, standby: standby?.() ?? NONE_ON_STANDBY }
  const sections = prompt(state, zone === undefined ? about : { ...about, zone })
  return sections instanceof Promise
    ? sections.then((made) => assembled(state, found, made, how))
    : assembled(state, found, sections, how)
}

const NONE_ON_STANDBY: readonly StandbyTool[] = []

function assembled(
  state: State,
  { definitions, tools, all, offers }: Tooling,
  sections: readonly Section[],
  { options, frame: frameOf }: PartsHow,
): RequestParts {
  const date = options.style?.dated === true ? dateFor(state, options.zone) : ""
  const frame = frameOf({ definitions, tools, all, sections, date })
  const { front } = frame
  const seen = messagesOf(state, options.place === "system" ? "words" : "message")
  const messages = front === "" ? seen : withFront(seen, state, front)
  return { frame, offers, seen, messages }
}

/** Dates are placed next to the user's words in this turn, because small models do not look for them elsewhere. */
function dateFor(state: State, zone: string | undefined): string {
  return (state.turn && temporalNote(saidInTurn(state), state.turn.startedAt, zone)) ?? ""
}
