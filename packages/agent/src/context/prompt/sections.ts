// Builds the prompt section by section: constant sections first, those that change every turn last, so that providers
// find the beginning of a request in their caches. A section that did not change stays the same object.
import { defined } from "../../base/defined.ts"
import type { Section } from "../../contracts/context.ts"
import type { ToolDefinition } from "../../contracts/model.ts"
import type { StandbyTool } from "../../contracts/toolbox.ts"
import { taskLines } from "../../features/compaction/open-items.ts"
import type { State } from "../../kernel/state/state.ts"
import { capabilitiesText } from "./capabilities.ts"
import { environmentText } from "./environment.ts"
import { folderList } from "./folder-list.ts"
import { instructionsFrom } from "./instructions.ts"
import { repositoryInstructions } from "./repository.ts"
import { toolRules, unavailableTools } from "./tool-rules.ts"

export interface PromptOptions {
  /** The instructions of the agent and its task. */
  readonly configuration?: string
  readonly task?: string
  /** The profile's instructions, in English. */
  readonly fallback: string
  /** For example "de-DE". */
  readonly locale?: string
  readonly workspace?: string
  readonly platform?: string
  /** The place of each section by name, if it is not the system prompt. */
  readonly layout?: Layout
  readonly loop?: string
  /** Describes what the agent can do before its tools are shown. */
  readonly capabilities?: boolean
  readonly thinking?: string
  readonly toolRules?: string
  /** Text for a session that works for another one. */
  readonly delegated?: string
  /** Includes AGENTS.md of the workspace and of the folders above it. */
  readonly repository?: boolean
  /** Limit for those files. Default: 32 kB, less for a small window. */
  readonly repositoryBytes?: number
  /** Lists the workspace's files near the top, and again at the end. */
  readonly folder?: boolean
  /** Shows the open items of the session's task list. */
  readonly planning?: boolean
  /** Sections "live:PROVIDER", including retrieval. Their text already states that they are data. */
  readonly live?: (state: State, signal?: AbortSignal) => Promise<readonly Section[]>
  readonly summary?: (state: Pick<State, "digest">) => string | undefined
  /** Removes secrets from every section, because sections are stored with each request. */
  readonly clean?: (text: string) => string
}

/** Keyed by section name; `live` applies to all providers. */
export type Layout = Readonly<Record<string, Section["place"]>>

export interface Now {
  readonly time: number
  readonly zone?: string
  /** The tools that this request offers. */
  readonly tools: readonly ToolDefinition[]
  /** Tools that cannot be used now. */
  readonly standby?: readonly StandbyTool[]
  readonly signal?: AbortSignal
}

/** Answers at once where nothing has to be read. */
export type PromptBuilder = (state: State, now: Now) => Promise<readonly Section[]> | readonly Section[]

export function promptBuilder(options: PromptOptions): PromptBuilder {
  const { workspace, layout = {}, repositoryBytes: maxBytes } = options
  const reads = workspace !== undefined && options.repository === true
  const repository = reads ? repositoryInstructions(workspace, { ...defined({ maxBytes }) }) : undefined
  const folder = workspace !== undefined && options.folder === true ? folderList(workspace) : undefined
  const clean = options.clean ?? asItIs
  const keep = stableSections(layout, clean)
  const isAtHand = folder === undefined && repository === undefined && options.live === undefined
  if (isAtHand) return unlessSame((state, now) => sectionsFor(options, state, now, NOTHING_READ), keep, clean)
  return async (state, now) => {
    const [files, repo, live] = await Promise.all([folder?.(), repository?.(), liveSections(options, state, now)])
    return keep(sectionsFor(options, state, now, { files, repository: repo?.text, live }))
  }
}

/** What is read anew for each request. */
interface Read {
  readonly files: string | undefined
  readonly repository: string | undefined
  readonly live: readonly Section[]
}

const NOTHING_READ: Read = { files: undefined, repository: undefined, live: [] }

/** What the prompt shows of a session, and nothing else: sessions that are the same in this share their sections. */
interface Prompted extends Pick<State, "withheld" | "tasks" | "digest"> {
  readonly session?: Pick<NonNullable<State["session"]>, "instructions">
}

/**
 * Most requests show the same as the one before, also that of another session: their sections are not made again. So a session
 * counts by what is shown of it.
 */
function unlessSame(
  make: (state: Prompted, now: Now) => readonly Section[],
  keep: (sections: readonly Section[]) => readonly Section[],
  clean: Clean,
) {
  let last: Made | undefined
  return (state: Prompted, now: Now) => {
    // A secret that one of them contains may have become known since, also one that begins with a known one.
    if (last !== undefined && isSame(last, state, now) && clean(last.words) === last.cleaned) return last.sections
    const { session, withheld, tasks, digest } = state
    const shown = { withheld, ...defined({ session, tasks, digest }) }
    const made = make(state, now)
    const words = made.map(({ text }) => text).join("\n")
    last = { state: shown, now, sections: keep(made), words, cleaned: clean(words) }
    return last.sections
  }
}

interface Made {
  readonly state: Prompted
  readonly now: Now
  readonly sections: readonly Section[]
  /** The texts of all of them, before and after they were cleaned. */
  readonly words: string
  readonly cleaned: string
}

function isSame({ state: a, now }: Made, b: Prompted, { time, zone, tools, standby }: Now): boolean {
  return (
    a.session?.instructions === b.session?.instructions &&
    (a.withheld === b.withheld || (a.withheld.length === 0 && b.withheld.length === 0)) &&
    a.tasks === b.tasks &&
    a.digest === b.digest &&
    now.zone === zone &&
    now.tools === tools &&
    now.standby === standby &&
    Math.floor(now.time / 60_000) === Math.floor(time / 60_000)
  )
}

function isShown({ text }: Section): boolean {
  return text.trim() !== ""
}

function sectionsFor(options: PromptOptions, state: Prompted, now: Now, read: Read): readonly Section[] {
  const { workspace } = options
  const hasTools = now.tools.length > 0
  return [
    section("instructions", instructionsFrom({ ...options, conversation: state.session?.instructions })),
    section("folder", read.files),
    section("loop", hasTools ? options.loop : undefined),
    section("capabilities", options.capabilities === true ? capabilitiesText(now.tools, workspace) : undefined),
    section("thinking", options.thinking),
    section("tool-rules", toolRules(options.toolRules, now.tools)),
    section("repository", read.repository),
    // Up to here a child's prompt equals its parent's, so that caches apply.
    section("delegated", options.delegated),
    section("environment", environmentText({ platform: process.platform, ...options, ...now })),
    section("unavailable", unavailableTools(state, now.standby)),
    section("planning", options.planning === true ? planningText(state) : undefined),
    ...read.live,
    section("summary", options.summary?.(state)),
    section("folder-again", read.files),
  ]
}

function section(name: string, text: string | undefined): Section {
  return { name, text: text ?? "", place: "system" }
}

/** Shows the open tasks even if the messages that created them were compacted. */
function planningText({ tasks = [] }: Prompted): string {
  return taskLines(tasks)
    .map((line) => `- ${line}`)
    .join("\n")
}

/**
 * Sorted by name, whichever provider was fastest. Providers have their own deadlines; if they fail all the same, the
 * turn goes on.
 */
async function liveSections({ live }: PromptOptions, state: State, { signal }: Now): Promise<readonly Section[]> {
  if (live === undefined) return []
  try {
    return [...(await live(state, signal))].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  } catch {
    return [section("live:none", "Live state could not be read for this request.")]
  }
}

type Clean = (text: string) => string

function asItIs(text: string): string {
  return text
}

/** Drops empty sections, assigns places, and returns the previous objects wherever nothing changed. */
function stableSections(layout: Layout, clean: Clean): (sections: readonly Section[]) => readonly Section[] {
  const known = new Map<string, Section>()
  let last: readonly Section[] = []
  return (sections) => {
    const kept = sections.filter(isShown).map((each) => reused({ ...each, text: clean(each.text) }))
    const isSame = kept.length === last.length && kept.every((each, index) => each === last[index])
    if (!isSame) last = kept
    return last
  }

  function reused({ name, text, place: wanted }: Section): Section {
    const kind = name.startsWith("live:") ? "live" : name
    const place = layout[name] ?? layout[kind] ?? wanted
    const before = known.get(name)
    if (before?.text === text && before.place === place) return before
    const made: Section = { name, text, place }
    known.set(name, made)
    return made
  }
}
