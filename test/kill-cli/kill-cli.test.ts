// The kill test as a user meets it: a real `pawl -p`, a model over HTTP, an MCP server that counts its effects in its
// own file. Killed with SIGKILL before or after every durable write; another process finishes.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type ModelServer, modelServer } from "../../packages/agent/src/testing/model-server.ts"
import { type Moment, objections, publishedTooEarly, unknownCalls } from "./objections.ts"
import { type Ended, type Kill, Place } from "./pawl-home.ts"
import { ANSWER, LATER, LATER_ANSWER, PROMPT, script } from "./story.ts"

const SEED = Number(process.env.PAWL_KILL_SEED ?? 20_260_921)

/** Kills once at every write, before or after it; the long campaign does both. */
const SIDES = process.env.PAWL_CHAOS_KILLS === undefined ? [0] : [0, 1]

const STREAM = ["--output-format", "stream-json"]

let model: ModelServer
let kills = 0
let unknown = 0

beforeAll(async () => {
  model = await modelServer({ script })
})

afterAll(async () => {
  await model.close()
  process.stdout.write(`${kills} pawl processes killed, ${unknown} calls with an unknown outcome\n`)
})

// All at once: most of the time goes to waiting for processes to start and end.
describe.concurrent("pawl -p, killed", () => {
  it.each(SIDES)(
    "at every durable write, before it or after it, is finished by pawl resume or continue (side %i)",
    { timeout: 300_000 },
    async (side) => {
      const killAt = (write: number) => {
        const [when, goOn] =
          (write + side) % 2 === 0 ? (["before", "resume"] as const) : (["after", "continue"] as const)
        return playStory(`${when} write ${write}`, { kills: [{ write, when }], goOn })
      }
      let writes = 0
      for (let isOver = false; !isOver; ) {
        const landed = await Promise.all([killAt(writes + 1), killAt(writes + 2)])
        writes += landed.filter((hits) => hits === 1).length
        isOver = landed.includes(0)
      }
      // At least: the runner, the session, the prompt, the lease, and two for each of four rounds.
      expect(writes).toBeGreaterThan(11)
    },
  )

  const name = `at six random instants, with the pawl resume after it killed too, is finished by another (seed ${SEED})`
  it(name, { timeout: 300_000 }, async () => {
    const random = randomFrom(SEED)
    const { all, telling } = await timeOneRun()
    // Half of them while it starts, half in the middle of the turn. Only kills that hit a living process count.
    for (let landed = 0, story = 1; landed < 6; story++) {
      const early = { afterMs: Math.round(random() * all), since: "start" } as const
      const late = { afterMs: Math.round(random() * telling), since: "first word" } as const
      const both = story % 2 === 0 ? [early, late] : [late, early]
      landed += await playStory(`story ${story} of seed ${SEED}: ${JSON.stringify(both)}`, {
        kills: both,
        goOn: "resume",
      })
    }
  })
})

async function timeOneRun(): Promise<Ended["ms"]> {
  const place = new Place(model.openai)
  try {
    return (await place.pawl(["-p", PROMPT, ...STREAM])).ms
  } finally {
    place.remove()
  }
}

interface Plan {
  readonly kills: readonly Kill[]
  /** The command with which the last process continues. */
  readonly goOn: "resume" | "continue"
}

/** Plays the story from the prompt to the answer with kills on the way. Returns how many kills hit a living process. */
async function playStory(label: string, { kills: planned, goOn }: Plan): Promise<number> {
  const place = new Place(model.openai)
  const moments: Moment[] = []
  try {
    for (const kill of planned) {
      if (isFinished(moments.at(-1))) break
      const ended = await place.pawl([...commandAfter(moments.at(-1), "resume"), ...STREAM], kill)
      if (ended.signal === null) {
        await judge(place, moments, { label, ended, answer: ANSWER })
        return moments.length
      }
      expect(ended.signal, label).toBe("SIGKILL")
      kills++
      moments.push(await inspect(place, ended, label))
    }
    const words = commandAfter(moments.at(-1), goOn)
    const ended = await place.pawl(words)
    await judge(place, moments, { label, ended, answer: words.includes(LATER) ? LATER_ANSWER : ANSWER })
    return moments.length
  } finally {
    place.remove()
  }
}

/** What a killed process left behind. */
async function inspect(place: Place, ended: Ended, label: string): Promise<Moment> {
  expect(await place.orphans(), `${label}: servers that outlived it`).toEqual([])
  const durable = await place.durable()
  expect(publishedTooEarly(ended, durable), `${label}: published before it was durable`).toEqual([])
  return { durable, effects: place.effects(), hasTold: ended.stdout !== "" }
}

interface Ending {
  readonly label: string
  readonly ended: Ended
  readonly answer: string
}

async function judge(place: Place, moments: readonly Moment[], { label, ended, answer }: Ending): Promise<void> {
  expect(ended, label).toMatchObject({ code: 0 })
  expect(ended.stdout.trimEnd().split("\n").at(-1), label).toContain(answer)
  expect(await place.orphans(), `${label}: servers that outlived the last`).toEqual([])
  const end = { durable: await place.durable(), effects: place.effects() }
  expect(objections(moments, end), label).toEqual([])
  expect(end.durable.status, label).toBe("idle")
  unknown += unknownCalls(end.durable.facts)
}

/** The command line of a user who saw the process die at that moment. */
function commandAfter(moment: Moment | undefined, goOn: Plan["goOn"]): readonly string[] {
  const { session, accepted } = moment?.durable ?? { accepted: [] }
  // Before the prompt was accepted nothing was promised, so the user sends it again.
  if (session === undefined || accepted.length === 0) return ["-p", PROMPT]
  // The session is known as the last one of this folder only after it has printed something.
  if (goOn === "continue" && moment?.hasTold) return ["-c", "-p", LATER]
  return isFinished(moment) ? ["sessions", "show", session] : ["resume", session]
}

/** Whether the turn is over: then there is nothing to resume, only an answer to read. */
function isFinished(moment: Moment | undefined): boolean {
  return moment?.durable.facts.some(({ type }) => type === "turn-finished") === true
}

/** A deterministic generator: the same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
