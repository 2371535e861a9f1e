// Builds the requests of a turn that is carried out by a plan. The plan and synthesis requests are the profile's own
// without tools and with an additional section; the route request contains nothing but its step.
import { toBlob } from "../../base/blob.ts"
import { defined } from "../../base/defined.ts"
import { type Built, type ContextOptions, requestBuilder } from "../../context/build-request.ts"
import { modelAt, windowOf } from "../../context/fitting.ts"
import { frameCounts } from "../../context/frame.ts"
import { renderSection } from "../../context/prompt/render.ts"
import { saidInTurn } from "../../context/prompt/said-in-turn.ts"
import type { PromptBuilder } from "../../context/prompt/sections.ts"
import { requestSizes } from "../../context/sizes.ts"
import { text } from "../../contracts/content.ts"
import type { Section } from "../../contracts/context.ts"
import type { Message } from "../../contracts/message.ts"
import { noBlobs, type ToolDefinition } from "../../contracts/model.ts"
import type { Phase } from "../../contracts/plan.ts"
import type { State } from "../../kernel/state/state.ts"
import { countMessage } from "../../tokens/message-counts.ts"
import type { PlanFailed } from "./facts/plan-failed.ts"
import { MAX_STEPS, MAX_TOOLS, NO_TOOLS } from "./options.ts"
import { LOOKING, openSteps, type Plan } from "./plan.ts"
import { stepPrompt } from "./step-prompt.ts"
import { type StepTools, toolsForStep } from "./step-tools.ts"
import { plannerWords, ROUTER, synthesisWords } from "./words.ts"

export interface PhaseOptions extends Pick<StepTools, "index" | "finder"> {
  /** Options of the requests without a plan. */
  readonly context: ContextOptions
  readonly maxSteps?: number
  /** How many tools a router is offered. */
  readonly k?: number
}

export type PhaseBuilt = Built & { readonly instead?: PlanFailed }
export type PhaseRequests = (state: State, chain: number, phase: Phase) => Promise<PhaseBuilt>

export function phaseRequests(options: PhaseOptions): PhaseRequests {
  const { context } = options
  const { sampling } = context
  const { choose: _all, demands, ...bare } = context
  const plan = requestBuilder({
    ...bare,
    definitions: () => NONE,
    prompt: withSection(context.prompt, (state) => plannerSection(state, options)),
    // A plan is not prose, so it uses the sampling for tool calls.
    ...(sampling && { sampling: { ...sampling, prose: sampling.tools } }),
  })
  // A plan is no answer: only the synthesis has to fit what the turn demands.
  const synthesis = requestBuilder({
    ...bare,
    ...defined({ demands }),
    definitions: () => NONE,
    prompt: withSection(context.prompt, async ({ turn }) => synthesisSection(turn?.plan)),
  })
  return async (state, chain, phase) => {
    if (phase === "route") return routeRequest(state, chain, options)
    if (phase === "synthesis") return withoutCatalogue(await synthesis(state, chain))
    const built = withoutCatalogue(await plan(state, chain))
    const all = await toolsIn(state, context)
    // Looking something up is no work.
    const isWork = all.some(({ name }) => !LOOKING.includes(name))
    return isWork ? built : { ...built, instead: { type: "plan-failed", why: NO_TOOLS } }
  }
}

const NONE: readonly ToolDefinition[] = []

async function toolsIn(state: State, { definitions, allow }: ContextOptions): Promise<readonly ToolDefinition[]> {
  const all = await definitions()
  return allow?.(state, all) ?? all
}

function withSection(prompt: PromptBuilder, extra: (state: State) => Promise<Section>): PromptBuilder {
  return async (state, now) => [...(await prompt(state, now)), await extra(state)]
}

/** The planner is offered no tools, but there are some, so the catalogue section is left out. */
function withoutCatalogue(built: Built): Built {
  const { catalogue: _none, ...sections } = built.sections
  const kept = new Set(Object.values(sections))
  return { ...built, sections, blobs: built.blobs.filter(({ hash }) => kept.has(hash)) }
}

function synthesisSection(plan: Plan | undefined): Section {
  return { name: "planning", text: plan === undefined ? "" : synthesisWords(plan), place: "system" }
}

/** How many tools a planner is shown by name. */
const MAX_NAMED = 100

async function plannerSection(state: State, { context, index, maxSteps = MAX_STEPS }: PhaseOptions): Promise<Section> {
  const all = await toolsIn(state, context)
  const isMany = all.length > MAX_NAMED && index !== undefined
  const found = isMany ? await index.find(saidInTurn(state), { most: MAX_NAMED, among: all }) : []
  const named = found.length === 0 ? all.slice(0, MAX_NAMED) : all.filter(({ name }) => found.includes(name))
  const words = plannerWords({ tools: named, more: all.length - named.length, maxSteps })
  // Next to the user's own message: small models answer what stands last.
  return { name: "planner", text: words, place: "turn" }
}

/**
 * How many characters of results a router may be shown, at about three characters a token, in a window of this size.
 */
function roomIn(window: number): number {
  return Math.min(8000, Math.floor(window * 0.75))
}

async function routeRequest(state: State, chain: number, options: PhaseOptions): Promise<PhaseBuilt> {
  const { context, k = MAX_TOOLS } = options
  const { plan } = state.turn ?? {}
  const number = plan?.routing?.step ?? (plan && openSteps(plan).next) ?? 0
  const step = plan?.steps[number - 1] ?? { what: "", needs: [] }
  const all = await toolsIn(state, context)
  const reader = all.find(({ name }) => name === "read_result")
  const window = windowOf(state, modelAt(context.fitting, chain))
  const shown = stepPrompt(state, number, { chars: roomIn(window), canRead: reader !== undefined })
  const few = await toolsForStep(step, state, { ...options, all, most: k })
  const tools = reader === undefined || !shown.isCut || few.includes(reader) ? few : [...few, reader]
  const system = await routerSystem(state, tools, context)
  const message: Message = { role: "user", parts: [text(shown.text)] }
  const counts = frameCounts(system, tools)
  const sizes = requestSizes(state, counts, countMessage(message), { fitting: context.fitting, chain })
  const { output, remaining } = sizes.budget
  const stored = { system: toBlob(system), route: toBlob(shown.text), tools: toBlob(JSON.stringify(tools)) }
  return {
    ...sizes,
    load: async () => ({
      system,
      messages: [message],
      tools,
      ...(tools.length < all.length && { known: all }),
      outputTokens: Math.max(MIN_OUTPUT, output + remaining),
      blobs: noBlobs,
      ...(context.sampling && { sampling: context.sampling.tools }),
    }),
    sections: Object.fromEntries(Object.entries(stored).map(([name, { hash }]) => [name, hash])),
    blobs: Object.values(stored),
  }
}

const MIN_OUTPUT = 256

/** Where it works and which day it is, and nothing else of the profile's prompt. */
async function routerSystem(state: State, tools: readonly ToolDefinition[], context: ContextOptions): Promise<string> {
  const { prompt, now, zone, style } = context
  const sections = await prompt(state, { time: now(), tools, ...defined({ zone }) })
  const around = sections.filter(({ name }) => name === "environment")
  return [ROUTER, ...around.map((section) => renderSection(section, style))].join("\n\n")
}
