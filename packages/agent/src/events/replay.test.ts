// Replay, resume and live streaming cannot differ: a subscriber that resumes at any position gets what a live
// subscriber got.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Event } from "../contracts/event.ts"
import type { Draft, Fact } from "../contracts/fact.ts"
import {
  aCall,
  answered,
  asked,
  finished,
  modelFailed,
  nudged,
  opened,
  said,
  stamp,
  steered,
  toolFinished,
  toolStarted,
} from "../testing/fact-builders.ts"
import { streamObjections } from "./__fixtures__/stream-objections.ts"
import { Chunks } from "./chunks.ts"
import { Cursor } from "./cursor.ts"
import { type Position, parsePosition, START } from "./position.ts"

interface Chunk {
  readonly kind: "text" | "thinking"
  readonly text: string
}

type Item = { readonly fact: Fact } | (Chunk & { readonly attempt: string })

interface Round {
  readonly chunks: readonly Chunk[]
  /** The number of chunks after which the input arrives. */
  readonly steerAfter: number | undefined
  readonly end: "answered" | "called" | "nudged" | "malformed" | "crashed" | "failed" | "aborted"
  /** How much of the text and thinking is in the final fact but was not streamed. */
  readonly unsaid: string
  readonly unthought: string
  /** Whether the request has a budget, and how the history is condensed after it. */
  readonly measured: boolean
  readonly condensed: "not" | "without a model" | "with one" | "with one that fails" | "after a crash" | "after a stop"
}

const round: fc.Arbitrary<Round> = fc.record({
  chunks: fc.array(
    fc.record({
      kind: fc.constantFrom("text" as const, "text" as const, "thinking" as const),
      text: fc.string({ minLength: 1, maxLength: 4 }),
    }),
    { maxLength: 5 },
  ),
  steerAfter: fc.option(fc.nat(4), { nil: undefined }),
  end: fc.constantFrom("answered", "called", "nudged", "malformed", "crashed", "failed", "aborted"),
  unsaid: fc.string({ maxLength: 3 }),
  unthought: fc.string({ maxLength: 2 }),
  measured: fc.boolean(),
  condensed: fc.constantFrom(
    "not",
    "without a model",
    "with one",
    "with one that fails",
    "after a crash",
    "after a stop",
  ),
})

/** The rounds as they are recorded and streamed; each is an iteration, or another attempt at the one before. */
function schedule(rounds: readonly Round[], failed: boolean): readonly Item[] {
  const plan: (Draft | (Chunk & { readonly attempt: string }))[] = [opened(), said("go")]
  let [iteration, tries] = [1, 0]
  rounds.forEach((each, index) => {
    const attempt = `1.${iteration}.${++tries}`
    plan.push(each.measured ? ({ ...asked(attempt), budget } as Draft) : asked(attempt))
    each.chunks.forEach((chunk, place) => {
      if (each.steerAfter === place) plan.push(steered(`${index}`))
      plan.push({ attempt, ...chunk })
    })
    plan.push(...ending(each, attempt), ...(each.end === "crashed" ? [] : compaction(each, index + 1)))
    if (each.end !== "crashed" && each.end !== "failed") [iteration, tries] = [iteration + 1, 0]
  })
  // A crash is never the end: another runner asks again.
  const last = `1.${iteration}.${tries + 1}`
  plan.push(asked(last), answered({ text: "done" }, last), failed ? failedTurn : finished())
  // A compaction may also be requested when nothing runs.
  plan.push(wish, ...rounds.slice(0, 1).flatMap((each) => compaction(each, 99)))
  const facts = stamp(plan.filter((each): each is Draft => "type" in each)).values()
  return plan.map((each) => ("type" in each ? { fact: facts.next().value! } : each))
}

const budget = { window: 9, system: 1, tools: 1, history: 1, output: 1, safety: 1, remaining: 4 }
const wish: Draft = { type: "compaction-asked", command: "c" }

function compaction({ condensed }: Round, time: number): readonly Draft[] {
  const attempt = `compact.${time}`
  const aside = (draft: Draft) => ({ ...draft, purpose: "summary" }) as Draft
  const done: Draft = {
    type: "history-compacted",
    strategy: "x",
    from: 0,
    to: time,
    summary: "",
    contract: { lost: ["a"] },
  }
  switch (condensed) {
    case "not":
      return []
    case "without a model":
      return [done]
    case "with one":
      return [aside(asked(attempt)), aside(answered({ text: "Notes." }, attempt)), done]
    case "with one that fails":
      return [aside(asked(attempt)), aside(modelFailed("network", attempt)), done]
    case "after a crash":
      return [aside(asked(attempt)), aside(asked(attempt)), aside(answered({ text: "Notes." }, attempt)), done]
    case "after a stop":
      return [aside(asked(attempt)), aside(modelFailed("interrupted", attempt)), aside(asked(attempt)), done]
  }
}

const failedTurn = { ...finished("failed"), error: { code: "x", message: "It did not work." } } as Draft

function ending({ end, chunks, unsaid, unthought }: Round, attempt: string): readonly Draft[] {
  const whole = (kind: Chunk["kind"]) => chunks.map((each) => (each.kind === kind ? each.text : "")).join("")
  const text = whole("text") + unsaid
  const reasoning = [{ text: whole("thinking") }, { text: unthought }]
  const id = `call-${attempt}`
  switch (end) {
    case "answered":
      return [answered({ text, reasoning }, attempt)]
    case "called":
      return [answered({ text, reasoning, calls: [aCall(id)] }, attempt), toolStarted(id), toolFinished(id)]
    case "nudged":
      return [answered({ text, reasoning }, attempt), nudged(attempt)]
    case "malformed":
      return [answered({ text, reasoning }, attempt), { ...nudged(attempt), reason: "malformed-call" } as Draft]
    case "crashed":
      return []
    case "failed":
      return [{ ...modelFailed("rate-limit", attempt), text } as Draft]
    case "aborted":
      return [{ ...modelFailed("aborted", attempt), text } as Draft]
  }
}

/** A live subscriber that joins at a position after `from` items; each event with the time it was published. */
function follow(items: readonly Item[], position: Position, from = 0) {
  const cursor = cursorAt(items, position)
  const told: { readonly event: Event; readonly item: number }[] = []
  let attempt = ""
  let [text, thinking] = [new Chunks(), new Chunks()]
  items.forEach((item, index) => {
    let events: readonly Event[] = []
    if ("fact" in item) {
      if (item.fact.type === "model-asked") {
        attempt = item.fact.attempt
        ;[text, thinking] = [new Chunks(), new Chunks()]
      }
      if (item.fact.seq > position.seq) events = cursor.publish(item.fact)
    } else {
      const chunks = item.kind === "text" ? text : thinking
      chunks.add(item.text)
      const after = (offset: number) => chunks.after(offset)
      if (index >= from)
        events = item.kind === "text" ? cursor.publishText(attempt, after) : cursor.publishThinking(attempt, after)
    }
    told.push(...events.map((event) => ({ event, item: index })))
  })
  return told
}

/** As the hub creates one: it looks for the running turn. */
function cursorAt(items: readonly Item[], position: Position): Cursor {
  const before = items.flatMap((item) => ("fact" in item && item.fact.seq <= position.seq ? [item.fact] : []))
  const edge = before.findLast(({ type }) => type === "turn-started" || type === "turn-finished")
  return new Cursor(position, edge?.type === "turn-started" ? edge.trace : undefined)
}

/** Only the log: a subscriber that resumes when everything is over, or in another process. */
function replay(items: readonly Item[], position: Position): readonly Event[] {
  const cursor = cursorAt(items, position)
  return items.flatMap((item) => ("fact" in item && item.fact.seq > position.seq ? cursor.publish(item.fact) : []))
}

/**
 * Text and thinking by attempt, of answers that were published to their end. The log does not keep all of the others.
 */
function keptWords(events: readonly Event[]): Record<string, string> {
  const ended = new Set(events.flatMap((event) => (event.type === "answer-end" ? [event.attempt] : [])))
  const words: Record<string, string> = {}
  for (const event of events) {
    if (event.type !== "text-delta" && event.type !== "thinking-delta") continue
    if (!ended.has(event.attempt)) continue
    const key = `${event.type} ${event.attempt}`
    words[key] = (words[key] ?? "") + event.text
  }
  return words
}

function isHalfTold(event: Event): event is Extract<Event, { type: "answer-discarded" }> {
  return event.type === "answer-discarded" && event.why !== "nudged"
}

/** All events except text and thinking, without positions, which count characters inside an answer. */
function others(events: readonly Event[], toldBefore: Position): readonly object[] {
  const { attempt, offset, thinking, open } = toldBefore
  const wasTold = offset > 0 || thinking > 0 || (open ?? "none") !== "none"
  return events
    .filter((event) => !/^(text|thinking)-/.test(event.type))
    .filter((event) => !isHalfTold(event) || (event.attempt === attempt && wasTold))
    .map(({ position: _position, ...body }) => body)
}

const plans = fc.tuple(fc.array(round, { maxLength: 6 }), fc.boolean())
const isFrame = (event: Event) => /^(text|thinking)-(start|end)$/.test(event.type)
const bodies = (told: readonly { readonly event: Event }[]) => told.map(({ event }) => event)

describe("a subscriber that resumes at a published position", () => {
  it("gets, live, exactly what it would have got without the interruption", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const items = schedule(...plan)
        const live = follow(items, START)
        live.forEach(({ event, item }, index) => {
          // A start or end comes together with the next piece: a subscriber that stopped between the two still has to
          // get that piece.
          const from = isFrame(event) ? item : item + 1
          const rest = bodies(follow(items, parsePosition(event.position), from))
          expect(rest).toEqual(bodies(live.slice(index + 1)))
        })
      }),
    )
  })

  it("gets, from the log alone, the same text of every valid answer and the same other events", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const items = schedule(...plan)
        const live = follow(items, START)
        live.forEach(({ event }, index) => {
          const position = parsePosition(event.position)
          const stayed = bodies(live.slice(index + 1))
          const back = replay(items, position)
          expect(others(back, position)).toEqual(others(stayed, position))
          expect(keptWords(back)).toEqual(keptWords(stayed))
        })
      }),
    )
  })

  it("gets one stream in order together with what it got before, whether it resumes live or later", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const items = schedule(...plan)
        const live = follow(items, START)
        expect(streamObjections(bodies(live))).toEqual([])
        live.forEach(({ event }, index) => {
          const before = bodies(live.slice(0, index + 1))
          const later = replay(items, parsePosition(event.position))
          expect(streamObjections([...before, ...later])).toEqual([])
        })
      }),
    )
  })

  it("gets every valid answer in full", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const events = bodies(follow(schedule(...plan), START))
        const words = keptWords(events)
        for (const event of events)
          if (event.type === "answer-end") expect(words[`text-delta ${event.attempt}`] ?? "").toBe(event.text)
      }),
    )
  })
})

it("positions are unique: no two events of a stream share one", () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const positions = bodies(follow(schedule(...plan), START)).map((event) => event.position)
      expect(positions.filter((each, index) => positions.indexOf(each) !== index)).toEqual([])
    }),
  )
})
