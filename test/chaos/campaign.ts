// Many experiments: every durable write of every story of every profile, before and after it, and random instants in between.
import { type Experiment, type Kill, type Outcome, run } from "./experiment.ts"
import { PROFILES, storiesFor } from "./stories.ts"

export interface CampaignOptions {
  /** So many processes are killed, about. */
  readonly kills: number
  readonly seed: number
  /** Experiments at once. */
  readonly lanes: number
  readonly profiles?: readonly string[]
  /** Asked before each experiment: enough? */
  readonly isOver?: () => boolean
  readonly onOutcome?: (experiment: Experiment, outcome: Outcome) => void
}

/** How many durable writes the stories have, at least and at most. */
const MIN_STORY_CHARS = 10
const MAX_STORY_CHARS = 17

export type Tally = Readonly<Record<string, readonly Outcome[]>>

/** Outcomes by profile and story. */
export async function campaign(options: CampaignOptions): Promise<Tally> {
  const { kills, seed, lanes, profiles = PROFILES, isOver = () => false, onOutcome = () => {} } = options
  const random = randomFrom(seed)
  const tally: Record<string, Outcome[]> = {}
  let done = 0
  async function one(experiment: Experiment): Promise<number> {
    const outcome = await run(experiment)
    done += outcome.kills
    const row = `${experiment.profile} / ${experiment.story}`
    tally[row] = [...(tally[row] ?? []), outcome]
    onOutcome(experiment, outcome)
    return outcome.kills
  }
  const pairs = profiles.flatMap((profile) => Object.keys(storiesFor(profile)).map((story) => ({ profile, story })))
  const sweeps = pairs.flatMap((pair) => (["before", "after"] as const).map((when) => ({ ...pair, when })))
  // With less to spend than whole sweeps take: every second, third ... write, each sweep another.
  const stride = Math.max(1, Math.ceil((sweeps.length * MAX_STORY_CHARS) / Math.max(1, kills / 2)))
  // With even less: one write of each story, so that no experiment begins where its story is over, and kills nobody.
  const isSample = stride > MIN_STORY_CHARS
  const chosen = isSample
    ? pairs.map((pair) => ({ ...pair, when: random() < 0.5 ? "before" : "after" }) as const)
    : sweeps
  await inLanes(lanes, chosen, async ({ profile, story, when }) => {
    const first = 1 + Math.floor(random() * Math.min(stride, MIN_STORY_CHARS))
    for (let write = first; done < kills && !isOver(); write += stride) {
      if ((await one({ profile, story, kills: [{ write, when }] })) === 0 || isSample) break
    }
  })
  const instants = function* () {
    for (let turn = 0; done < kills && !isOver(); turn++) {
      const pair = pairs[Math.floor(random() * pairs.length)]
      if (pair !== undefined) yield { ...pair, kills: [instant(random, turn), instant(random, turn + 1)] }
    }
  }
  await inLanes(lanes, instants(), async (experiment) => {
    await one(experiment)
  })
  return tally
}

/** While it starts its servers, or in the middle of things. */
function instant(random: () => number, turn: number): Kill {
  return { afterMs: Math.round(random() * (turn % 3 === 0 ? 300 : 1500)) }
}

async function inLanes<T>(lanes: number, items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items[Symbol.iterator]()
  const lane = async () => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

export interface Sums {
  readonly kills: number
  readonly lost: number
  readonly silentDuplicates: number
  readonly unreported: number
  readonly stuck: number
  readonly invalidHistories: number
  readonly unknown: number
  readonly declared: number
  readonly recoveryP50Ms: number
  readonly recoveryP95Ms: number
}

export function sumOf(outcomes: readonly Outcome[]): Sums {
  const count = (list: (outcome: Outcome) => readonly string[]) => outcomes.flatMap(list).length
  const add = (value: (outcome: Outcome) => number) => outcomes.reduce((sum, outcome) => sum + value(outcome), 0)
  const times = outcomes
    .flatMap(({ recoveryMs }) => (recoveryMs === undefined ? [] : [recoveryMs]))
    .sort((a, b) => a - b)
  const quantile = (part: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0)
  return {
    kills: add(({ kills }) => kills),
    lost: count(({ lost }) => lost),
    silentDuplicates: count(({ silentDuplicates }) => silentDuplicates),
    unreported: count(({ unreported }) => unreported),
    stuck: count(({ stuck }) => stuck),
    invalidHistories: count(({ invalid }) => invalid),
    unknown: add(({ unknown }) => unknown),
    declared: add(({ declared }) => declared),
    recoveryP50Ms: quantile(0.5),
    recoveryP95Ms: quantile(0.95),
  }
}

export function complaintsIn(outcomes: readonly Outcome[]): readonly string[] {
  return outcomes.flatMap(({ lost, silentDuplicates, unreported, stuck, invalid }) => [
    ...lost,
    ...silentDuplicates,
    ...unreported,
    ...stuck,
    ...invalid,
  ])
}

/** The same numbers for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
