// Chooses an agent's tools for a request, and provides the tool by which a model finds the others.
import { defined } from "../base/defined.ts"
import type { ChooseTools } from "../context/build-request.ts"
import type { Fitting } from "../context/fitting.ts"
import type { Clock } from "../contracts/clock.ts"
import type { ToolDefinition } from "../contracts/model.ts"
import type { ToolIndex } from "../contracts/tool-index.ts"
import { endingTools } from "../features/finish/ending-tools.ts"
import { CHOOSE_TOOLS, categoriesOf } from "../features/offer/categories.ts"
import { chooseTools } from "../features/offer/choose-tools.ts"
import { DEFAULT_OFFER, OFFER_LIMITS, readOffer, type ToolOffer } from "../features/offer/tool-offer.ts"
import { ASK_USER } from "../features/questions/ask-user.ts"
import type { Profile } from "../profiles/profile.ts"
import { SEARCH_TOOLS, searchTools, searchToolsDefinition } from "../tool-search/search-tools.ts"
import type { Registry } from "../tools/registry.ts"
import type { Tool } from "../tools/tool.ts"
import type { AgentOptions } from "./options.ts"

export interface ToolSelection {
  /** Tools for finding others. Known to the toolbox; offered only when not all tools are. */
  readonly tools: readonly Tool[]
  /** All tools except those. */
  definitions(): readonly ToolDefinition[]
  readonly choose?: ChooseTools
  readonly index: ToolIndex
  /** The definition of `search_tools` for these tools. */
  readonly finder?: (all: readonly ToolDefinition[]) => ToolDefinition
}

export interface SelectionPorts {
  /** All tools except those for finding others. */
  readonly registry: () => Registry
  readonly fitting: Fitting
  readonly clock: Clock
}

export async function toolSelectionFor(
  profile: Profile,
  options: AgentOptions,
  ports: SelectionPorts,
): Promise<ToolSelection> {
  const { registry, fitting, clock } = ports
  const choice = choiceOf(profile, options)
  const definitions = () => registry().definitions
  const serverOf = (name: string) => registry().byName.get(name)?.tool.origin?.server
  const index = await indexFor(options, serverOf, clock)
  // A tool of the user takes precedence over one of these with the same name.
  const isTaken = (name: string) => options.tools?.some((tool) => tool.name === name) === true
  const possible = await toolsFor(choice, { index, all: definitions, serverOf })
  const tools = possible.filter(({ name }) => !isTaken(name))
  const canFind = tools.some(({ name }) => name === SEARCH_TOOLS)
  const finder = canFind ? { finder: (all: readonly ToolDefinition[]) => searchToolsDefinition(all, serverOf) } : {}
  const choose = chooseTools(choice, { index, fitting, serverOf, always: alwaysIn(choice), ...finder })
  return { tools, definitions, index, ...finder, ...defined({ choose }) }
}

function choiceOf(profile: Profile, { offer: given }: AgentOptions): ToolOffer {
  const asked = typeof given === "string" ? readOffer(given) : given
  return asked ?? profile.offer ?? DEFAULT_OFFER
}

/** No input ever matches the question tool, so it is always offered. Among categories it has its own. */
function alwaysIn(choice: ToolOffer): readonly string[] {
  return choice !== "all" && choice.kind === "prefilter" ? [...ALWAYS, ASK_USER] : ALWAYS
}

/** Without these a turn may not be able to end, or a shortened result cannot be read in full. */
const ALWAYS: readonly string[] = ["read_result", ...endingTools().map(({ name }) => name)]

interface ToolPorts {
  readonly index: ToolIndex
  readonly all: () => readonly ToolDefinition[]
  readonly serverOf: (name: string) => string | undefined
}

async function toolsFor(choice: ToolOffer, { index, all, serverOf }: ToolPorts): Promise<readonly Tool[]> {
  if (choice === "all") return []
  const search = searchTools({ index, all, serverOf })
  if (choice.kind === "prefilter") return [search]
  const { most = OFFER_LIMITS.most } = choice
  const { pickCategory } = await import("../tool-search/pick-category.ts")
  return [search, pickCategory({ name: CHOOSE_TOOLS, categories: () => categoriesOf(all(), serverOf, most) })]
}

/** Loaded when the first tool is searched: most agents have few tools. An embedder is checked at once. */
async function indexFor(
  { toolSearch = {} }: AgentOptions,
  serverOf: ToolPorts["serverOf"],
  clock: Clock,
): Promise<ToolIndex> {
  const { embedder: given, cacheFolder } = toolSearch
  const embedder =
    typeof given === "string" ? await (await import("../model/embed/embedders.ts")).embedderFrom(given) : given
  const load = async (): Promise<ToolIndex> => {
    const { LocalToolIndex } = await import("../tool-search/tool-index.ts")
    if (embedder === undefined) return new LocalToolIndex({ serverOf })
    const [{ Vectors }, { vectorCache }] = await Promise.all([
      import("../tool-search/vectors.ts"),
      import("../tool-search/vector-cache.ts"),
    ])
    const file = cacheFolder && `${cacheFolder}/vectors-${embedder.name.replace(/[^\w.-]+/g, "_")}`
    return new LocalToolIndex({ serverOf, vectors: new Vectors({ embedder, cache: vectorCache(file), clock }) })
  }
  let loading: Promise<ToolIndex> | undefined
  return {
    async find(query, how) {
      loading ??= load()
      return (await loading).find(query, how)
    },
  }
}
