// For any replies of a model in any order, every profile ends its turn, within its limits, with a history that any provider
// accepts, and the next turn works.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { ErrorClass } from "../contracts/answer.ts"
import type { Command } from "../contracts/command.ts"
import type { Fact } from "../contracts/fact.ts"
import type { ModelRequest } from "../contracts/model.ts"
import { streamObjections } from "../events/__fixtures__/stream-objections.ts"
import { Cursor } from "../events/cursor.ts"
import { START } from "../events/position.ts"
import { foldFacts } from "../kernel/state/fold.ts"
import { messagesOf } from "../kernel/state/messages.ts"
import { call } from "../model/scripted.ts"
import { anthropicObjections, openAiObjections } from "../model/strict/history.ts"
import { toAnthropicMessages } from "../model/wire/anthropic-messages.ts"
import { toOpenAiMessages } from "../model/wire/openai-messages.ts"
import { andThen, type Given, type Played, play, steer } from "./__fixtures__/play.ts"
import { profileNamed, profiles } from "./profiles.ts"

/** How often one model is asked for one answer, by profile. */
const ATTEMPTS: Readonly<Record<string, number>> = {
  default: 4,
  "chat-service": 3,
  "local-desktop": 2,
  "xml-tools": 1,
  "structured-react": 4,
  terminal: 5,
}

const CLASSES: readonly ErrorClass[] = [
  "rate-limit",
  "overloaded",
  "network",
  "timeout",
  "auth",
  "config",
  "context-overflow",
  "invalid-request",
  "output",
  "aborted",
  "interrupted",
  "crashed",
  "internal",
]

const words = fc.constantFrom("Done.", "3 done, 4 remaining.", "Which ones should I process?", "I renamed all files.")
const calls = fc.array(
  fc.constantFrom(
    call("look", { path: "a" }),
    call("look", { path: "another" }),
    call("look", { nonsense: true }),
    call("write", { path: "a" }),
    call("broken"),
    call("broken", { path: "b" }),
    call("missing"),
    call("task_completion", { result: "All done." }),
    call("ask_question", { question: "Which?" }),
    { name: "look", arguments: {}, unreadable: "{oops" },
  ),
  { minLength: 1, maxLength: 3 },
)
const problems = fc.array(
  fc.record({ code: fc.constantFrom("unclosed", "malformed-json"), message: fc.string({ minLength: 1 }) }),
  { minLength: 1, maxLength: 2 },
)
const failures = fc.record({
  kind: fc.constant("failure" as const),
  error: fc.constantFrom(...CLASSES).map((name) => ({ class: name, code: name, message: name })),
})
const later = fc.tuple(failures, fc.nat(10_000_000)).map(([failure, retryAfterMs]) => ({ ...failure, retryAfterMs }))

const given: fc.Arbitrary<Given> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ text: words }) },
  { weight: 2, arbitrary: fc.constantFrom({}, { text: " \n" }, { reasoning: [{ text: "Hm." }] }) },
  { weight: 2, arbitrary: fc.record({ problems, text: fc.constantFrom("", "<tool>") }) },
  { weight: 5, arbitrary: fc.record({ calls, text: fc.constantFrom("", "Let me see.") }) },
  { weight: 1, arbitrary: fc.record({ calls, problems }) },
  {
    weight: 2,
    arbitrary: fc.record({ text: fc.constantFrom("", "A long answer "), stop: fc.constant("max-tokens" as const) }),
  },
  { weight: 1, arbitrary: fc.record({ text: fc.constantFrom("", "No."), stop: fc.constant("refused" as const) }) },
  { weight: 2, arbitrary: failures },
  { weight: 1, arbitrary: later },
)

const verdicts: fc.Arbitrary<Given> = fc.oneof(
  fc.constantFrom("finished", "unfinished", "declined", "needs-user", "Well.", "").map((text) => ({ text })),
  failures,
)

interface Story {
  readonly replies: readonly Given[]
  readonly maxIterations: number
  readonly models: number
  readonly finish: "structure" | "model" | false
  readonly verdicts: readonly Given[]
  /** The requests during which the user sends a message, or cancels. */
  readonly steers: readonly number[]
  readonly cancels: number | undefined
}

const stories: fc.Arbitrary<Story> = fc.record({
  replies: fc.array(given, { minLength: 1, maxLength: 8 }),
  maxIterations: fc.integer({ min: 1, max: 7 }),
  models: fc.integer({ min: 1, max: 3 }),
  finish: fc.constantFrom<Story["finish"]>("structure", "model", false),
  verdicts: fc.array(verdicts, { minLength: 1, maxLength: 4 }),
  steers: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 2 }),
  cancels: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined, freq: 4 }),
})

function commandsOf({ steers, cancels }: Story): (count: number) => Command | undefined {
  return (count) => {
    if (count === cancels) return { kind: "cancel", id: "cancel" }
    return steers.includes(count) ? steer("And the others?", `steer-${count}`) : undefined
  }
}

function playStory(name: string, story: Story, happened?: readonly Fact[]): Promise<Played> {
  const { replies, maxIterations, models, finish } = story
  const profile = profileNamed(name)({ maxIterations, models, finish })
  const reply = (count: number) => anew(replies[(count - 1) % replies.length] ?? {}, count)
  const judge = (count: number) => story.verdicts[(count - 1) % story.verdicts.length] ?? {}
  return play({
    profile,
    models,
    reply,
    judge,
    meanwhile: commandsOf(story),
    ...(happened !== undefined && { happened }),
  })
}

/** A call for "another" file gets a different path each time. */
function anew(given: Given, count: number): Given {
  if (given.kind === "failure" || given.calls === undefined) return given
  const another = { path: `file-${count}` }
  const calls = given.calls.map((each) => (each.arguments.path === "another" ? { ...each, arguments: another } : each))
  return { ...given, calls }
}

/** Counts iterations and the requests of each, as a profile limits them; requests to the judge are counted separately. */
function limitObjections(name: string, { maxIterations, models, steers }: Story, facts: readonly Fact[]) {
  const asked = facts.flatMap((fact) => (fact.type === "model-asked" ? [fact] : []))
  // A request to the judge that a crash left open is made again.
  const questions = new Set(asked.flatMap(({ purpose, attempt }) => (purpose === "judge" ? [attempt] : [])))
  const iterations = asked.filter(({ purpose }) => purpose === undefined).map(({ iteration }) => iteration)
  const requests = new Map<number, number>()
  for (const each of iterations) requests.set(each, (requests.get(each) ?? 0) + 1)
  // One more for a last answer; a message of the user restarts the turn's count of steps.
  const most = (maxIterations + 1) * (new Set(steers).size + 1)
  const tries = (ATTEMPTS[name] ?? 0) * models
  // A request that was too large is made again after a compaction.
  const condensed = new Set(
    facts.flatMap((fact) =>
      fact.type === "model-failed" && fact.error.class === "context-overflow"
        ? [Number(fact.attempt.split(".")[1])]
        : [],
    ),
  )
  const allowed = (iteration: number) => tries + (condensed.has(iteration) ? 1 : 0)
  return [
    ...iterations.filter((each) => each > most).map((each) => `iteration ${each} of ${most}`),
    ...[...requests]
      .filter(([each, count]) => count > allowed(each))
      .map(([each, count]) => `${count} requests for ${each}`),
    ...(questions.size > new Set(iterations).size ? ["more questions about answers than answers"] : []),
  ]
}

function requestObjections(request: Pick<ModelRequest, "system" | "messages" | "blobs">): readonly string[] {
  return [...openAiObjections(toOpenAiMessages(request)), ...anthropicObjections(toAnthropicMessages(request))]
}

function objections({ facts, requests }: Played): readonly string[] {
  const ends = facts.filter((fact) => fact.type === "turn-finished")
  const asked = facts.flatMap((fact) => (fact.type === "model-answered" ? fact.calls.map(({ id }) => id) : []))
  const results = facts.flatMap((fact) => (fact.type === "tool-finished" ? [fact.call] : []))
  const cursor = new Cursor(START)
  return [
    ...(ends.length === 1 ? [] : [`the turn ended ${ends.length} times`]),
    ...(`${[...asked].sort()}` === `${[...results].sort()}` ? [] : [`calls ${asked}, results ${results}`]),
    ...requests.flatMap(requestObjections),
    ...streamObjections(facts.flatMap((fact) => cursor.publish(fact))),
  ]
}

/** Messages in a completed turn that no answered request has shown. */
function unheard(facts: readonly Fact[]): readonly string[] {
  const end = facts.findLast((fact) => fact.type === "turn-finished")
  if (end?.type !== "turn-finished" || end.outcome !== "completed") return []
  const answers = new Set(facts.flatMap((fact) => (fact.type === "model-answered" ? [fact.attempt] : [])))
  // A turn that a limit ends says so in words of its own if the request for a summary fails. It showed the message, and there is no other.
  if (end.attempt !== undefined) answers.add(end.attempt)
  const shown = facts.flatMap((fact) => (fact.type === "model-asked" && answers.has(fact.attempt) ? [fact.seen] : []))
  const heard = Math.max(0, ...shown)
  return facts.flatMap((fact) => (fact.type === "input-added" && fact.seq > heard ? [`fact ${fact.seq}`] : []))
}

/** The next turn, in which the model answers normally. */
async function nextTurn(name: string, played: Played): Promise<Played> {
  const reply = (): Given =>
    name === "xml-tools" ? { calls: [call("converse", { message: "I am." })] } : { text: "I am." }
  return play({ profile: profileNamed(name)(), reply, happened: andThen(played, "Are you there?") })
}

describe.each(Object.keys(profiles))("%s", (name) => {
  it("always ends, within its limits, with a history that any provider accepts", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(stories, async (story) => {
        const played = await playStory(name, story)
        expect([...objections(played), ...limitObjections(name, story, played.facts)]).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it("never ends a turn without text, unless it was cancelled or accepts empty answers", {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(stories, async (story) => {
        const { facts } = await playStory(name, { ...story, cancels: undefined })
        const end = facts.findLast((fact) => fact.type === "turn-finished")
        const words = end?.type === "turn-finished" ? `${end.text}${end.error?.message ?? ""}`.trim() : ""
        if (name !== "chat-service") expect(words).not.toBe("")
      }),
      { numRuns: 30 },
    )
  })

  it("shows the model every message of the user before it completes a turn", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(stories, fc.integer({ min: 1, max: 8 }), async (story, steered) => {
        const { facts } = await playStory(name, { ...story, steers: [...story.steers, steered], cancels: undefined })
        expect(unheard(facts)).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it("ends a turn after a crash at any fact", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(stories, fc.nat(1000), async (story, place) => {
        const { facts } = await playStory(name, story)
        const cut = 2 + (place % (facts.length - 1))
        const again = await playStory(name, { ...story, steers: [], cancels: undefined }, facts.slice(0, cut))
        // A request that the crash cut off is made again.
        const limits = limitObjections(name, { ...story, models: story.models + 1 }, again.facts)
        expect([...objections(again), ...limits]).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it("answers in the next turn, however the last one ended", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(stories, async (story) => {
        const { facts, requests } = await nextTurn(name, await playStory(name, story))
        expect(requests).toHaveLength(1)
        expect(requests.flatMap(requestObjections)).toEqual([])
        expect(facts.at(-1)).toMatchObject({ type: "turn-finished", turn: 2, outcome: "completed", text: "I am." })
        expect(requestObjections({ system: "", messages: [...messagesOf(foldFacts(facts)), ...user], blobs })).toEqual(
          [],
        )
      }),
      { numRuns: 30 },
    )
  })
})

const user = [{ role: "user", parts: [{ type: "text", text: "next" }] }] as const
const blobs: ModelRequest["blobs"] = new Map()
