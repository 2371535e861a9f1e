// Runs many chaos experiments: a kill before and after every durable
// write of every story in every profile, and at random instants.
import { type Experiment, type Kill, type Outcome, run } from "./experiment.ts"
import { PROFILES, storiesFor } from "./stories.ts"

export interface CampaignOptions {
  /** About how many processes to kill. */
  readonly kills: number
  readonly seed: number
  /** How many experiments run at once. */
  readonly lanes: number
  readonly profiles?: readonly string[]
  /** Called before each experiment; true ends the campaign. */
  readonly isOver?: () => boolean
  readonly onOutcome?: (experiment: Experiment, outcome: Outcome) => void
}

/** How many durable writes the stories have, at least and at most. */
const MIN_STORY_WRITES = 10
const MAX_STORY_WRITES = 17

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
  // Where there are too few kills for whole sweeps: every second,
  // third ... write, with another first write in each sweep.
  const stride = Math.max(1, Math.ceil((sweeps.length * MAX_STORY_WRITES) / Math.max(1, kills / 2)))
  // With even fewer: one write of each story, so that no experiment
  // starts after its story's last write and kills nothing.
  const isSample = stride > MIN_STORY_WRITES
  const chosen = isSample
    ? pairs.map((pair) => ({ ...pair, when: random() < 0.5 ? "before" : "after" }) as const)
    : sweeps
  await inLanes(lanes, chosen, async ({ profile, story, when }) => {
    const first = 1 + Math.floor(random() * Math.min(stride, MIN_STORY_WRITES))
    for (let write = first; done < kills && !isOver(); write += stride) {
      if ((await one({ profile, story, kills: [{ write, when }] })) === 0 || isSample) break
    }
  })
  const instants = function* () {
    for (let turn = 0; done < kills && !isOver(); turn++) {
      const pair = pairs[Math.floor(random() * pairs.length)]
      if (pair !== undefined) yield { ...pair, kills: [randomKill(random, turn), randomKill(random, turn + 1)] }
    }
  }
  await inLanes(lanes, instants(), async (experiment) => {
    await one(experiment)
  })
  return tally
}

/** An instant while the process starts its servers, or in the middle of the turn. */
function randomKill(random: () => number, turn: number): Kill {
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

/** A deterministic generator: the same numbers for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
