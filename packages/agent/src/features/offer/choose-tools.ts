// Chooses the tools of the next request. What was offered in a turn stays offered in it, so that a provider finds the
// request's beginning in its cache; a tool that is left out can still be found, or simply called.
import type { ChooseTools, Chosen } from "../../context/build-request.ts"
import { type Fitting, modelAt } from "../../context/fitting.ts"
import type { ToolDefinition } from "../../contracts/model.ts"
import type { ToolIndex } from "../../contracts/tool-index.ts"
import { weightsOf } from "../../kernel/state/gauge.ts"
import type { State } from "../../kernel/state/state.ts"
import { countTools } from "../../tokens/message-counts.ts"
import { estimate } from "../../tokens/weights.ts"
import { categoriesOf, chooserFor } from "./categories.ts"
import { queryOf } from "./query.ts"
import { requiredTool } from "./tool-choice.ts"
import { type Categories, OFFER_LIMITS, type Prefilter, type ToolOffer } from "./tool-offer.ts"

export interface ChoicePorts {
  readonly index: ToolIndex
  readonly fitting: Fitting
  readonly serverOf: (name: string) => string | undefined
  /** The tool that finds others, as it is shown where there are these. */
  readonly finder?: (all: readonly ToolDefinition[]) => ToolDefinition
  /** Offered in every request: the loop needs them. */
  readonly always?: readonly string[]
}

/** Undefined where all tools are always offered. */
export function chooseTools(choice: ToolOffer, ports: ChoicePorts): ChooseTools | undefined {
  if (choice === "all") return undefined
  return choice.kind === "prefilter" ? prefilter(choice, ports) : byCategory(choice, ports)
}

function prefilter(choice: Prefilter, ports: ChoicePorts): ChooseTools {
  const { k, above, share, own } = { ...OFFER_LIMITS, ...choice }
  const same = sameList()
  const ownOf = lastOnly((all) => all.map(({ name }) => name).filter((name) => ports.serverOf(name) === undefined))
  return (state, all) => {
    const isMuch = () => sizing(state, share, ports).isTooMuch(all)
    return isOn(state, all.length > above, isMuch) ? searched(state, all) : { tools: all }
  }

  async function searched(state: State, all: readonly ToolDefinition[]): Promise<Chosen> {
    const size = sizing(state, share, ports)
    const { tools: before = [], misses = 0 } = state.turn?.offer ?? {}
    const most = k * 2 ** Math.min(misses, MAX_DOUBLINGS)
    const found = await ports.index.find(queryOf(state), { most, among: all })
    const ours = ownOf(all)
    const needed = [...before, ...alwaysIn(state, ports), ...usedLately(state), ...(ours.length <= own ? ours : [])]
    // Where little was found, tools that belong to no server are the likeliest; after a miss any other is better than
    // none.
    const rest = misses === 0 ? [] : all.map(({ name }) => name)
    const wanted = size.fitting(needed, [...new Set([...found, ...ours, ...rest])].slice(0, most), all)
    return offer(same(all, { wanted, before, last: finderIn(all, ports) }), before)
  }
}

/** After so many misses a model has to name the tool it wants. */
const MAX_DOUBLINGS = 3
const TURNS_BACK = 2

function byCategory(choice: Categories, ports: ChoicePorts): ChooseTools {
  const { above, most, k } = { ...OFFER_LIMITS, ...choice }
  const same = sameList()
  const categoriesIn = lastOnly((all) => {
    const categories = categoriesOf(all, ports.serverOf, most)
    return { categories, chooser: chooserFor(categories) }
  })
  return async (state, all) => {
    if (!isOn(state, all.length > above, () => false)) return { tools: all }
    const { tools: before = [], category } = state.turn?.offer ?? {}
    const { categories, chooser } = categoriesIn(all)
    const chosen = categories.find(({ name }) => name === category)
    const members = all.filter(({ name }) => chosen?.tools.includes(name))
    // A category may be too large as well.
    const named = members.map(({ name }) => name)
    const isLarge = members.length > above
    const found = isLarge ? await ports.index.find(queryOf(state), { most: k, among: members }) : []
    // A query that fits none of its tools must not leave it empty.
    const few = isLarge ? [...new Set([...found, ...named])].slice(0, k) : named
    const wanted = new Set([...before, ...alwaysIn(state, ports), ...few])
    return offer(same(all, { wanted, before, last: [...finderIn(all, ports), chooser] }), before)
  }
}

/** What the loop needs, and the tool that the turn has to begin with. */
function alwaysIn({ turn }: State, { always = [] }: ChoicePorts): readonly string[] {
  const first = requiredTool(turn?.toolChoice)
  return first === undefined ? always : [...always, first]
}

function finderIn(all: readonly ToolDefinition[], { finder }: ChoicePorts): readonly ToolDefinition[] {
  return finder === undefined ? [] : [finder(all)]
}

/**
 * Decided by the number of tools, or, at the beginning of a turn, by their size: estimates may change within a turn.
 */
function isOn({ turn }: State, isMany: boolean, isMuch: () => boolean): boolean {
  if (isMany || turn?.offer !== undefined) return true
  return (turn === undefined || turn.asks === 0 || turn.finished !== undefined) && isMuch()
}

/** An offer ends with its turn; the tools that the last turns used are likely to be wanted again. */
function usedLately({ usedTools, turn }: State): readonly string[] {
  const since = (turn?.number ?? 0) - TURNS_BACK
  return usedTools.filter((used) => used.turn >= since).map(({ tool }) => tool)
}

function sizing(state: State, share: number, { fitting }: ChoicePorts) {
  const smallest = fitting.models.reduce(
    (least, model) => (model.window < least.window ? model : least),
    modelAt(fitting, 0),
  )
  const room = share * smallest.window
  const weights = weightsOf(state.gauge, smallest.name)
  const tokens = (tools: readonly ToolDefinition[]) => estimate(countTools(tools), weights)
  return {
    isTooMuch: (tools: readonly ToolDefinition[]) => tokens(tools) > room,
    /** The needed ones, and of the others the first that there is room for; at least a few. */
    fitting(needed: readonly string[], others: readonly string[], all: readonly ToolDefinition[]): ReadonlySet<string> {
      const wanted = new Set(needed)
      const byName = new Map(all.map((tool) => [tool.name, tool]))
      const weightOf = (name: string) => tokens([byName.get(name)].filter((tool) => tool !== undefined))
      let left = room - [...wanted].reduce((sum, name) => sum + weightOf(name), 0)
      let few = MIN_TOOLS
      for (const name of others) {
        if (wanted.has(name)) continue
        const weight = weightOf(name)
        if (weight > left && few <= 0) continue
        wanted.add(name)
        left -= weight
        few -= 1
      }
      return wanted
    },
  }
}

const MIN_TOOLS = 3

function offer(tools: readonly ToolDefinition[], before: readonly string[]) {
  const offers = tools.map(({ name }) => name).filter((name) => !before.includes(name))
  return { tools, offers }
}

interface Listed {
  readonly wanted: ReadonlySet<string>
  /** In the order in which they were offered. */
  readonly before: readonly string[]
  /** Those that are in no catalogue. */
  readonly last: readonly ToolDefinition[]
}

/**
 * Tools offered before come first, in the same order; new ones follow in the order of the catalogue. The same choice
 * returns the same array, so that it is neither written nor counted again.
 */
function sameList() {
  const known = new Map<string, readonly ToolDefinition[]>()
  let from: readonly ToolDefinition[] = []
  return (all: readonly ToolDefinition[], { wanted, before, last }: Listed): readonly ToolDefinition[] => {
    if (from !== all) known.clear()
    from = all
    const listed = new Map([...all.filter(({ name }) => wanted.has(name)), ...last].map((tool) => [tool.name, tool]))
    const names = [...new Set([...before.filter((name) => listed.has(name)), ...listed.keys()])]
    const key = [...names, ...last.map(({ description }) => description)].join("\n")
    const kept = known.get(key)
    if (kept !== undefined) return kept
    if (known.size >= MAX_KEPT) known.clear()
    const made = names.flatMap((name) => listed.get(name) ?? [])
    known.set(key, made)
    return made
  }
}

const MAX_KEPT = 100

/** Caches the last result, because the list of all tools rarely changes. */
function lastOnly<Value>(make: (all: readonly ToolDefinition[]) => Value): (all: readonly ToolDefinition[]) => Value {
  let last: { readonly all: readonly ToolDefinition[]; readonly value: Value } | undefined
  return (all) => {
    if (last?.all !== all) last = { all, value: make(all) }
    return last.value
  }
}
