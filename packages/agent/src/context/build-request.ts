// Builds the request for a model from the state: prompt, messages, tools, and their sizes in tokens. The parts of a
// request are stored by hash, so that any request can be rebuilt from the log.
import { goOn, type Soon } from "../base/at-hand.ts"
import type { Writable } from "../base/writable.ts"
import type { Blob, BlobReader } from "../contracts/blobs.ts"
import type { Budget, ContextReport } from "../contracts/context.ts"
import { type ModelRequest, noBlobs, type Sampling, type ToolDefinition } from "../contracts/model.ts"
import type { StandbyTool } from "../contracts/toolbox.ts"
import { alternate, isAlternating } from "../kernel/state/alternate.ts"
import type { State } from "../kernel/state/state.ts"
import { type Fitting, historyCounts } from "./fitting.ts"
import { frameMaker } from "./frame.ts"
import type { RenderStyle } from "./prompt/render.ts"
import type { PromptBuilder } from "./prompt/sections.ts"
import { reportOf } from "./report-request.ts"
import { namesBlobs, readBlobs } from "./request-blobs.ts"
import { type PartsHow, type RequestParts, requestParts } from "./request-parts.ts"
import { requestSizes } from "./sizes.ts"

export interface ContextOptions {
  readonly prompt: PromptBuilder
  readonly style?: RenderStyle & { readonly dated?: boolean }
  readonly definitions: () => Soon<readonly ToolDefinition[]>
  /** The tools that the turn may use. Default: all of them. */
  readonly allow?: (state: State, all: readonly ToolDefinition[]) => readonly ToolDefinition[]
  /** Tools that cannot be used now. */
  readonly standby?: () => readonly StandbyTool[]
  /** Chooses the tools to offer. Default: all of them. */
  readonly choose?: ChooseTools
  readonly blobs: BlobReader
  readonly fitting: Fitting
  /** Where a digest of the history is shown. */
  readonly place: "message" | "system"
  readonly now: () => number
  readonly zone?: string
  /** What the turn demands of the answer, if anything. */
  readonly demands?: (state: State, tools: readonly ToolDefinition[]) => Demands | undefined
  /** Sampling for requests with tools, and for requests without. */
  readonly sampling?: { readonly tools: Sampling; readonly prose: Sampling }
}

/** A type for the answer, and whether it has to call a tool. */
export type Demands = Pick<ModelRequest, "answerSchema" | "isTyped" | "toolChoice">

export type ChooseTools = (state: State, all: readonly ToolDefinition[]) => Soon<Chosen>

export interface Chosen {
  readonly tools: readonly ToolDefinition[]
  readonly offers?: readonly string[]
}

export interface Built {
  /** Reads blobs from the store, so call it only when they are durable. */
  readonly load: () => Soon<ModelRequest>
  readonly sections: Readonly<Record<string, string>>
  readonly blobs: readonly Blob[]
  readonly budget: Budget
  readonly counts: Readonly<Record<string, number>>
  /** If not all tools are offered: those that no earlier request of this turn offered. */
  readonly offers?: readonly string[]
}

export interface RequestBuilder {
  /** Built at once where nothing has to be waited for. */
  (state: State, chain?: number): Soon<Built>
  /** Describes the request that would be sent now, part by part. */
  report(state: State, chain?: number): Promise<ContextReport>
}

export function requestBuilder(options: ContextOptions): RequestBuilder {
  const how: PartsHow = { options, frame: frameMaker(options.style) }
  const build = (state: State, chain = 0) => {
    const parts = requestParts(state, how)
    return parts instanceof Promise
      ? parts.then((found) => buildRequest(state, found, { options, chain }))
      : buildRequest(state, parts, { options, chain })
  }
  const report = async (state: State, chain = 0) => reportOf(state, await requestParts(state, how), { options, chain })
  return Object.assign(build, { report })
}

interface BuildHow {
  readonly options: ContextOptions
  readonly chain: number
}

function buildRequest(state: State, parts: RequestParts, { options, chain }: BuildHow): Built {
  const { frame, offers } = parts
  const { sections, blobs } = frame.stored
  const { budget, counts } = requestSizes(state, frame.counts, historyCounts(state), {
    fitting: options.fitting,
    chain,
  })
  const load = () => loadRequest(state, parts, { options, budget })
  const built: Built = { budget, counts, load, sections, blobs }
  return offers === undefined || offers.length === 0 ? built : { ...built, offers }
}

interface LoadHow {
  readonly options: ContextOptions
  readonly budget: Budget
}

function loadRequest(state: State, parts: RequestParts, { options, budget }: LoadHow): Soon<ModelRequest> {
  const { frame, messages } = parts
  const { system, tools, all } = frame
  const { sampling } = options
  const shown = { system, messages: isAlternating(state) ? messages : alternate(messages), tools }
  const request: Writable<ModelRequest> = {
    ...(all === undefined ? shown : { ...shown, known: all }),
    outputTokens: Math.max(MIN_OUTPUT, budget.output + budget.remaining),
    blobs: noBlobs,
  }
  const demands = options.demands?.(state, tools)
  if (demands !== undefined) Object.assign(request, demands)
  if (sampling !== undefined) request.sampling = tools.length > 0 ? sampling.tools : sampling.prose
  return namesBlobs(state) ? goOn(readBlobs(messages, options.blobs), (blobs) => ({ ...request, blobs })) : request
}

/** An answer needs at least this many tokens, whatever the estimate says. */
const MIN_OUTPUT = 256
