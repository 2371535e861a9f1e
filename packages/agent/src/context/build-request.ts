// State -> the request a model gets: prompt, messages, tools, and what they weigh. What a request is made of is stored by
// hash, so that any request can be rebuilt from the log.
import { toBlob } from "../base/blob.ts"
import { defined } from "../base/defined.ts"
import type { Part } from "../contracts/content.ts"
import type { Budget, ContextReport, Section } from "../contracts/context.ts"
import type { Message } from "../contracts/message.ts"
import { type ModelRequest, noBlobs, type Sampling, type ToolDefinition } from "../contracts/model.ts"
import type { Blob, Blobs } from "../contracts/store.ts"
import type { StandbyTool } from "../contracts/toolbox.ts"
import { alternate, inRuns } from "../kernel/state/alternate.ts"
import { weightsOf } from "../kernel/state/gauge.ts"
import { messagesOf, openResults, shown } from "../kernel/state/messages.ts"
import { blobsIn } from "../kernel/state/remember.ts"
import type { State } from "../kernel/state/state.ts"
import { countText } from "../tokens/counts.ts"
import { countMessage, countTools } from "../tokens/message-counts.ts"
import { estimate } from "../tokens/weights.ts"
import { type Fitting, historyCounts, modelAt } from "./fitting.ts"
import { type RenderStyle, renderSection, renderSystem, renderTurn } from "./prompt/render.ts"
import { saidInTurn } from "./prompt/said-in-turn.ts"
import type { PromptBuilder } from "./prompt/sections.ts"
import { temporalNote } from "./prompt/temporal.ts"
import { withFront } from "./prompt/turn-front.ts"
import { sizesOf } from "./sizes.ts"

export interface ContextOptions {
  readonly prompt: PromptBuilder
  readonly style?: RenderStyle & { readonly dated?: boolean }
  readonly definitions: () => Promise<readonly ToolDefinition[]> | readonly ToolDefinition[]
  /** Those that cannot be used now. */
  readonly standby?: () => readonly StandbyTool[]
  /** Which of them are offered; all of them unless given. */
  readonly choose?: ChooseTools
  readonly blobs: Blobs
  readonly fitting: Fitting
  /** Where a digest of the history is shown. */
  readonly place: "message" | "system"
  readonly now: () => number
  readonly zone?: string
  /** How a model samples when it is offered tools, and when it is not. */
  readonly sampling?: { readonly tools: Sampling; readonly prose: Sampling }
}

export type ChooseTools = (
  state: State,
  all: readonly ToolDefinition[],
) => Promise<{ readonly tools: readonly ToolDefinition[]; readonly offers?: readonly string[] }>

export interface Built {
  /** Reads what the log put aside, so it must wait until that is durable. */
  readonly load: () => Promise<ModelRequest>
  readonly sections: Readonly<Record<string, string>>
  readonly blobs: readonly Blob[]
  readonly budget: Budget
  readonly counts: Readonly<Record<string, number>>
  /** Where not all tools are offered: those that no request of this turn offered before. */
  readonly offers?: readonly string[]
}

export interface RequestBuilder {
  (state: State, chain?: number): Promise<Built>
  /** The request that would be sent now, piece by piece. */
  report(state: State, chain?: number): Promise<ContextReport>
}

export function requestBuilder(options: ContextOptions): RequestBuilder {
  const hashed = sectionCache()
  const parts = async (state: State) => {
    const definitions = await options.definitions()
    const chosen = isEnding(state)
      ? ALL_OF_NONE
      : await (options.choose?.(state, definitions) ?? { tools: definitions })
    const tools = offered(chosen.tools, state)
    // What all of them would take: known by the list that was chosen from.
    const all = chosen.tools === definitions || isEnding(state) ? undefined : definitions
    const { zone, now, standby = () => [] } = options
    const about = { time: now(), tools, standby: standby(), ...defined({ zone }) }
    const sections = await options.prompt(state, about)
    const system = renderSystem(sections, options.style)
    const date = dateFor(state, options)
    const front = [renderTurn(sections), date].filter((each) => each !== "").join("\n\n")
    const seen = messagesOf(state, options.place === "system" ? "words" : "message")
    const messages = front === "" ? seen : withFront(seen, state, front)
    return { definitions, tools, all, offers: chosen.offers, sections, system, date, front, seen, messages }
  }
  const weighed = (state: State, { prompt, tools, all }: Weighed, chain: number) =>
    sizesOf(
      state,
      { system: countPrompt(prompt), history: historyCounts(state), tools, all },
      { fitting: options.fitting, chain },
    )
  const build = async (state: State, chain = 0): Promise<Built> => {
    const { definitions, tools, all, offers, sections, system, front, messages } = await parts(state)
    const stored = {
      system: hashed("system", system),
      ...(front !== "" && { turn: hashed("turn", front) }),
      tools: hashed("tools", tools),
      // Not shown: by it the next request knows which tools came and went. What is withheld has not gone.
      catalogue: hashed("catalogue", namesOf(definitions)),
    }
    const sizes = weighed(state, { prompt: promptText(sections, front, options), tools, all }, chain)
    const { output, remaining } = sizes.budget
    return {
      ...sizes,
      load: async () => ({
        system,
        messages: alternate(messages),
        tools,
        ...defined({ known: all }),
        outputTokens: Math.max(LEAST_OUTPUT, output + remaining),
        blobs: namesBlobs(state) ? await readBlobs(messages, options.blobs) : noBlobs,
        ...(options.sampling && { sampling: tools.length > 0 ? options.sampling.tools : options.sampling.prose }),
      }),
      sections: Object.fromEntries(Object.entries(stored).map(([name, { hash }]) => [name, hash])),
      blobs: Object.values(stored),
      ...(offers !== undefined && offers.length > 0 && { offers }),
    }
  }
  const report = async (state: State, chain = 0): Promise<ContextReport> => {
    const { tools, all, sections, system, date, front, seen, messages } = await parts(state)
    const model = modelAt(options.fitting, chain)
    const weights = weightsOf(state.gauge, model.name)
    const inTokens = (section: Section, words: string) => ({ ...section, tokens: estimate(countText(words), weights) })
    return {
      model: model.name,
      budget: weighed(state, { prompt: promptText(sections, front, options), tools, all }, chain).budget,
      sections: [
        ...sections.map((section) => inTokens(section, renderSection(section, options.style))),
        ...(date === "" ? [] : [inTokens({ name: "date", text: date, place: "turn" }, date)]),
      ],
      // As they are sent; what stands in front of the user's words is weighed with the sections.
      messages: weighedRuns(seen, messages, (own) => estimate(countMessage(own), weights)),
      tools: tools.map((tool) => ({ tool, tokens: estimate(countTools([tool]), weights) })),
      system,
      estimate: { samples: state.gauge.samples, error: state.gauge.error },
    }
  }
  return Object.assign(build, { report })
}

function weighedRuns(
  seen: readonly Message[],
  sent: readonly Message[],
  weigh: (message: Message) => number,
): ContextReport["messages"] {
  let place = 0
  return inRuns(sent).map((run) => {
    const own = seen.slice(place, place + run.length)
    place += run.length
    const tokens = own.reduce((sum, message) => sum + weigh(message), 0)
    return { message: alternate(run)[0] ?? run[0], tokens }
  })
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

/** Whatever the estimate says, an answer needs some. */
const LEAST_OUTPUT = 256

/** In the words of this turn, dates are told beside them: small models do not look for them elsewhere. */
function dateFor(state: State, { style, zone }: ContextOptions): string {
  if (style?.dated !== true || state.turn === undefined) return ""
  return temporalNote(saidInTurn(state), state.turn.startedAt, zone) ?? ""
}

interface Weighed {
  readonly prompt: string
  readonly tools: readonly ToolDefinition[]
  readonly all: readonly ToolDefinition[] | undefined
}

/** The prompt is the same for many requests. */
let lastPrompt = { text: "", counts: countText("") }

function countPrompt(prompt: string) {
  if (lastPrompt.text !== prompt) lastPrompt = { text: prompt, counts: countText(prompt) }
  return lastPrompt.counts
}

/** As JSON, in an order that does not depend on who was asked first. The list is the same array until it changes. */
function namesOf(definitions: readonly ToolDefinition[]): string {
  const known = written.get(definitions)
  if (known !== undefined) return known
  const names = JSON.stringify(definitions.map(({ name }) => name).sort())
  written.set(definitions, names)
  return names
}

const written = new WeakMap<readonly ToolDefinition[], string>()

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

/** Sections rarely change from one request to the next: they are written and hashed when they do. */
function sectionCache(): (name: string, value: string | readonly ToolDefinition[]) => Blob {
  const last = new Map<string, { readonly value: unknown; readonly blob: Blob }>()
  return (name, value) => {
    const known = last.get(name)
    if (known?.value === value) return known.blob
    const blob = toBlob(typeof value === "string" ? value : JSON.stringify(value))
    last.set(name, { value, blob })
    return blob
  }
}

/** What the log put aside: long text, images, files. One that is missing is named in the request, and does not fail it. */
async function readBlobs(messages: readonly Message[], blobs: Blobs): Promise<ReadonlyMap<string, Uint8Array>> {
  const hashes = messages.flatMap((message) => (message.role === "assistant" ? [] : message.parts.flatMap(hashOf)))
  const found = new Map<string, Uint8Array>()
  for (const hash of new Set(hashes)) {
    const bytes = await blobs.read(hash)
    if (bytes !== undefined) found.set(hash, bytes)
  }
  return found
}

/** Most histories name none; then nothing has to be looked through. */
function namesBlobs(state: State): boolean {
  if (state.blobs > 0 || state.digest !== undefined) return true
  return [...openResults(state), ...shown(state.waiting)].some((message) => blobsIn(message) > 0)
}

function hashOf(part: Part): readonly string[] {
  return part.type === "blob" ? [part.hash] : []
}
