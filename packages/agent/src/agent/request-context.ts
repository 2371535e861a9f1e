// What an agent's requests contain besides the conversation: the prompt of its profile, and live state that is
// gathered once per turn.
import { defined } from "../base/defined.ts"
import type { ContextOptions, Demands } from "../context/build-request.ts"
import { type Fitting, type ModelSize, UNKNOWN_WINDOW } from "../context/fitting.ts"
import { saidInTurn } from "../context/prompt/said-in-turn.ts"
import { type PromptBuilder, promptBuilder } from "../context/prompt/sections.ts"
import { promptIn } from "../context/prompt/texts.ts"
import type { Gatherer } from "../context/providers/gather.ts"
import type { Section } from "../contracts/context.ts"
import type { Model, ToolDefinition } from "../contracts/model.ts"
import { delegatedWords } from "../features/delegation/kinds.ts"
import { choiceFor } from "../features/offer/tool-choice.ts"
import { allowTools } from "../features/offer/turn-tools.ts"
import { renderDigest } from "../kernel/state/digest.ts"
import type { State } from "../kernel/state/state.ts"
import type { AppContexts } from "./app-contexts.ts"
import type { BehaviourInputs } from "./behaviour-inputs.ts"
import type { SessionTools } from "./session-tools.ts"

/** A declared window takes precedence over the catalogue's. */
export function fittingOf(models: readonly Model[], window: number | undefined): Fitting {
  return { models: models.map((model) => sizeOf(model, window)) }
}

export function sizeOf({ name, window }: Model, declared: number | undefined): ModelSize {
  return { name, window: declared ?? window ?? UNKNOWN_WINDOW }
}

/** The options with which requests are built. */
export function contextFor(
  making: BehaviourInputs,
  { toolbox, selection }: SessionTools,
  fitting: Fitting,
): ContextOptions {
  const { profile, parts, clock } = making
  const { sampling, prompt: style } = profile
  return {
    prompt: promptFor(making),
    definitions: () => {
      const waiting = parts.ready()
      return waiting instanceof Promise ? waiting.then(selection.definitions) : selection.definitions()
    },
    allow: allowTools(),
    demands: demandsOf,
    standby: () => toolbox.standby?.() ?? [],
    ...defined({ choose: selection.choose }),
    blobs: parts.store.blobs,
    fitting,
    place: profile.context.place,
    now: () => clock.now(),
    ...defined({ style, sampling }),
  }
}

/** A turn without demands adds nothing to its requests. */
function demandsOf(state: State, tools: readonly ToolDefinition[]): Demands | undefined {
  const { turn } = state
  if (turn?.output === undefined && turn?.toolChoice === undefined) return undefined
  const toolChoice = choiceFor(state, tools)
  const isTyped = turn.output !== undefined && turn.finished === undefined
  return { ...(isTyped && { answerSchema: turn.output.schema, isTyped: true }), ...defined({ toolChoice }) }
}

function promptFor({ profile, options, parts, delegated, contexts }: BehaviourInputs): PromptBuilder {
  const { gatherer, models, secrets } = parts
  const { instructions, task, locale, workspace } = options
  const live = gatherer === undefined ? undefined : liveState(gatherer, contexts, workspace)
  return promptBuilder({
    ...promptIn(options.dialect ?? profile.dialect, profile.prompt),
    fallback: profile.instructions,
    repositoryBytes: repositoryBytes(fittingOf(models, options.window)),
    ...defined({ configuration: instructions, task }),
    ...(delegated !== undefined && { delegated: delegatedWords(delegated, options) }),
    ...defined({ locale, workspace, live }),
    ...(secrets !== undefined && { clean: secrets.clean }),
    ...(profile.context.place === "system" && {
      summary: ({ digest }: Pick<State, "digest">) => digest && renderDigest(digest),
    }),
  })
}

/**
 * An eighth of a small window, at about four bytes per token. For a chain the smallest window counts, because all
 * models get the same prompt.
 */
export function repositoryBytes({ models }: Fitting): number {
  const smallest = Math.min(UNKNOWN_WINDOW, ...models.map(({ window }) => window))
  return Math.min(32 * 1024, Math.floor(smallest / 2))
}

const MAX_TURNS = 100

/**
 * Gathered once per turn and shown in each of its requests: a prompt that changes within a turn
 * would miss provider caches.
 */
function liveState(gatherer: Gatherer, contexts: AppContexts, workspace: string | undefined) {
  const asked = new Map<string, Promise<readonly Section[]>>()
  return (state: State, signal = new AbortController().signal): Promise<readonly Section[]> => {
    const { session, turn } = state
    const key = `${session?.id}:${turn?.number}.${turn?.spokenAt}`
    const known = asked.get(key)
    if (known !== undefined) return known
    const { id = "", owner } = session ?? {}
    const about = { session: id, turn: turn?.number ?? 0, said: saidInTurn(state), signal }
    const gather = (context: unknown) => gatherer.gather({ ...about, context, ...defined({ owner, workspace }) })
    const found = contexts.find(state)
    // Of a turn that runs, the context is known. Of another one, as a report shows it, the hook may fail.
    const sections = found.then(gather, (): readonly Section[] => [])
    found.catch(() => asked.delete(key))
    asked.set(key, sections)
    const [oldest] = asked.keys()
    if (oldest !== undefined && asked.size > MAX_TURNS) asked.delete(oldest)
    return sections
  }
}
