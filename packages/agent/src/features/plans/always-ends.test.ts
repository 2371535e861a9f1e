// Whatever planners and routers return, in whatever order, whatever is said or cancelled meanwhile, and wherever a
// crash happens: the turn ends once, with a history that any provider accepts, every message reaches a model, and the
// log replays.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Command } from "../../contracts/command.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { ModelRequest } from "../../contracts/model.ts"
import { streamObjections } from "../../events/__fixtures__/stream-objections.ts"
import { Cursor } from "../../events/cursor.ts"
import { START } from "../../events/position.ts"
import { call } from "../../model/scripted.ts"
import { anthropicObjections, openAiObjections } from "../../model/strict/history.ts"
import { toAnthropicMessages } from "../../model/wire/anthropic-messages.ts"
import { toOpenAiMessages } from "../../model/wire/openai-messages.ts"
import { type Given, type Played, plannedRules, play, steer } from "../../profiles/__fixtures__/play.ts"
import { profileNamed, profiles } from "../../profiles/profiles.ts"
import { replaySession } from "../../replay/replay-session.ts"

const plans = fc.constantFrom(
  "1. Look at a",
  "1. [look] Look at a\n2. [write] Write b (needs 1)",
  "1. Look\n2. Break it (needs 1)\n3. Write (needs 2)",
  "1. a (needs 2)\n2. b (needs 1)",
  '{"steps":[{"what":"Look at a"},{"what":"Write it","needs":[1]}]}',
  "no tools",
  Array.from({ length: 9 }, (_, index) => `${index + 1}. Look at ${index}`).join("\n"),
)
const words = fc.oneof(plans, fc.constantFrom("Done.", "", "Which ones?", "3 done, 4 remaining."))
const calls = fc.array(
  fc.constantFrom(
    call("look", { path: "a" }),
    call("look", { nonsense: true }),
    call("write", { path: "a" }),
    call("broken"),
    call("nobody"),
    call("read_result", { call: "x" }),
    call("task_completion", { result: "All done." }),
    { name: "look", arguments: {}, unreadable: "{oops" },
  ),
  { minLength: 1, maxLength: 3 },
)
const failures = fc
  .constantFrom("overloaded", "network", "config", "context-overflow", "output", "internal", "interrupted", "crashed")
  .map((name) => ({ kind: "failure", error: { class: name, code: name, message: name } }) as Given)
const given: fc.Arbitrary<Given> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ text: words }) },
  { weight: 4, arbitrary: fc.record({ calls, text: words }) },
  { weight: 1, arbitrary: fc.record({ text: words, stop: fc.constant("max-tokens" as const) }) },
  { weight: 1, arbitrary: fc.constant({ problems: [{ code: "unclosed", message: "The call is not closed." }] }) },
  { weight: 1, arbitrary: failures },
)

interface Story {
  readonly plan: Given
  readonly replies: readonly Given[]
  readonly models: number
  readonly tries: number
  readonly steer: number | undefined
  readonly cancel: number | undefined
}

const stories: fc.Arbitrary<Story> = fc.record({
  plan: fc.oneof({ weight: 3, arbitrary: fc.record({ text: plans }) }, { weight: 1, arbitrary: given }),
  replies: fc.array(given, { minLength: 1, maxLength: 8 }),
  models: fc.integer({ min: 1, max: 2 }),
  tries: fc.integer({ min: 1, max: 3 }),
  steer: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
  cancel: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined, freq: 3 }),
})

function playStory(name: string, story: Story, happened?: readonly Fact[]): Promise<Played> {
  const { plan, replies, models, tries } = story
  const meanwhile = (count: number): Command | undefined => {
    if (happened !== undefined) return undefined
    if (count === story.cancel) return { kind: "cancel", id: "cancel" }
    return count === story.steer ? steer("And the others?", "steer") : undefined
  }
  const isPlan = ({ messages }: ModelRequest) => JSON.stringify(messages).includes("plan it")
  const reply = (count: number, request: ModelRequest) =>
    isPlan(request) ? plan : (replies[(count - 1) % replies.length] ?? {})
  const profile = profileNamed(name)({ maxIterations: 12, models })
  return play({ profile, models, plans: { tries, maxSteps: 8 }, reply, meanwhile, ...(happened && { happened }) })
}

function objections({ facts, requests }: Played, name: string, { models, tries }: Story): readonly string[] {
  const ends = facts.filter((fact) => fact.type === "turn-finished")
  const asked = facts.flatMap((fact) => (fact.type === "model-answered" ? fact.calls.map(({ id }) => id) : []))
  const results = facts.flatMap((fact) => (fact.type === "tool-finished" ? [fact.call] : []))
  const cursor = new Cursor(START)
  const rules = plannedRules(profileNamed(name)({ maxIterations: 12, models }), models, { tries, maxSteps: 8 })
  const report = replaySession({ facts, rules })
  return [
    ...(ends.length === 1 ? [] : [`the turn ended ${ends.length} times`]),
    ...(`${[...asked].sort()}` === `${[...results].sort()}` ? [] : [`calls ${asked}, results ${results}`]),
    ...requests.flatMap((request) => [
      ...openAiObjections(toOpenAiMessages(request)),
      ...anthropicObjections(toAnthropicMessages(request)),
    ]),
    ...streamObjections(facts.flatMap((fact) => cursor.publish(fact))),
    ...unheard(facts),
    ...(report.exact ? [] : [`fact ${report.at}: ${report.expected}, found ${report.found}`]),
  ]
}

/** Messages of a completed turn that no answered request has shown. A router is shown no conversation. */
function unheard(facts: readonly Fact[]): readonly string[] {
  const end = facts.findLast((fact) => fact.type === "turn-finished")
  if (end?.type !== "turn-finished" || end.outcome !== "completed") return []
  const answers = new Set(facts.flatMap((fact) => (fact.type === "model-answered" ? [fact.attempt] : [])))
  const shown = facts.flatMap((fact) =>
    fact.type === "model-asked" && fact.phase !== "route" && answers.has(fact.attempt) ? [fact.seen] : [],
  )
  const heard = Math.max(0, ...shown)
  return facts.flatMap((fact) => (fact.type === "input-added" && fact.seq > heard ? [`fact ${fact.seq} unheard`] : []))
}

describe.each(Object.keys(profiles))("a plan in %s", (name) => {
  it("always ends, whatever its models return", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(stories, async (story) => {
        expect(objections(await playStory(name, story), name, story)).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it("continues to an end from wherever a crash left it", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(stories, fc.nat(1000), async (story, place) => {
        const { facts } = await playStory(name, story)
        const cut = 2 + (place % (facts.length - 1))
        expect(objections(await playStory(name, story, facts.slice(0, cut)), name, story)).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})
