// Builds the request for a model from the state: prompt, messages, tools, and their sizes in tokens. The parts of a
// request are stored by hash, so that any request can be rebuilt from the log.
import { goOn, type Soon } from "../base/at-hand.ts"
import { defined } from "../base/defined.ts"
import type { Budget, ContextReport } from "../contracts/context.ts"
import { type ModelRequest, noBlobs, type Sampling, type ToolDefinition } from "../contracts/model.ts"
import type { Blob, BlobReader } from "../contracts/store.ts"
import type { StandbyTool } from "../contracts/toolbox.ts"
import { alternate } from "../kernel/state/alternate.ts"
import type { State } from "../kernel/state/state.ts"
import type { Fitting } from "./fitting.ts"
import type { RenderStyle } from "./prompt/render.ts"
import type { PromptBuilder } from "./prompt/sections.ts"
import { reportOf } from "./report-request.ts"
import { namesBlobs, readBlobs } from "./request-blobs.ts"
import { type RequestParts, requestParts } from "./request-parts.ts"
import { requestSizes } from "./sizes.ts"
import { type HashSection, hashesOf, sectionCache, storedSections } from "./stored-sections.ts"

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
  const hashed = sectionCache()
  const build = (state: State, chain = 0) =>
    goOn(requestParts(state, options), (parts) => buildRequest(state, parts, { options, chain, hashed }))
  const report = async (state: State, chain = 0) =>
    reportOf(state, await requestParts(state, options), { options, chain })
  return Object.assign(build, { report })
}

interface BuildHow {
  readonly options: ContextOptions
  readonly chain: number
  readonly hashed: HashSection
}

function buildRequest(state: State, parts: RequestParts, { options, chain, hashed }: BuildHow): Built {
  const { offers } = parts
  const stored = storedSections(parts, hashed)
  const sizes = requestSizes(state, parts, { fitting: options.fitting, chain })
  return {
    ...sizes,
    load: () => loadRequest(state, parts, { options, budget: sizes.budget }),
    sections: hashesOf(stored),
    blobs: Object.values(stored),
    ...(offers !== undefined && offers.length > 0 && { offers }),
  }
}

interface LoadHow {
  readonly options: ContextOptions
  readonly budget: Budget
}

function loadRequest(
  state: State,
  { system, messages, tools, all }: RequestParts,
  { options, budget }: LoadHow,
): Soon<ModelRequest> {
  return goOn(namesBlobs(state) ? readBlobs(messages, options.blobs) : noBlobs, (blobs) => ({
    system,
    messages: alternate(messages),
    tools,
    ...defined({ known: all }),
    outputTokens: Math.max(MIN_OUTPUT, budget.output + budget.remaining),
    blobs,
    ...options.demands?.(state, tools),
    ...(options.sampling && { sampling: tools.length > 0 ? options.sampling.tools : options.sampling.prose }),
  }))
}

/** An answer needs at least this many tokens, whatever the estimate says. */
const MIN_OUTPUT = 256
