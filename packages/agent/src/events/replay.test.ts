// Replay, resume and live cannot differ: whatever a live subscriber saw, one that comes back at any of its positions sees too.
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
import { Chunks } from "./chunks.ts"
import { Cursor } from "./cursor.ts"
import { type Position, parsePosition, START } from "./position.ts"

type Item = { readonly fact: Fact } | { readonly attempt: string; readonly text: string }

interface Round {
  readonly chunks: readonly string[]
  /** Said after this many chunks. */
  readonly steerAfter: number | undefined
  readonly end: "answered" | "called" | "nudged" | "crashed" | "failed" | "aborted"
  /** How much of the text the terminal fact knows and nobody streamed. */
  readonly unsaid: string
}

const round: fc.Arbitrary<Round> = fc.record({
  chunks: fc.array(fc.string({ minLength: 1, maxLength: 4 }), { maxLength: 4 }),
  steerAfter: fc.option(fc.nat(4), { nil: undefined }),
  end: fc.constantFrom("answered", "called", "nudged", "crashed", "failed", "aborted"),
  unsaid: fc.string({ maxLength: 3 }),
})

/** The rounds as they would be recorded and streamed, each an iteration or another attempt at the one before. */
function schedule(rounds: readonly Round[]): readonly Item[] {
  const plan: (Draft | { readonly attempt: string; readonly text: string })[] = [opened(), said("go")]
  let [iteration, tries] = [1, 0]
  rounds.forEach((each, index) => {
    const attempt = `1.${iteration}.${++tries}`
    plan.push(asked(attempt))
    each.chunks.forEach((text, place) => {
      if (each.steerAfter === place) plan.push(steered(`${index}`))
      plan.push({ attempt, text })
    })
    plan.push(...ending(each, attempt))
    if (each.end !== "crashed" && each.end !== "failed") [iteration, tries] = [iteration + 1, 0]
  })
  // A crash is never the end: somebody asks again.
  const last = `1.${iteration}.${tries + 1}`
  plan.push(asked(last), answered({ text: "done" }, last), finished())
  const facts = stamp(plan.filter((each): each is Draft => "type" in each)).values()
  return plan.map((each) => ("type" in each ? { fact: facts.next().value! } : each))
}

function ending({ end, chunks, unsaid }: Round, attempt: string): readonly Draft[] {
  const text = chunks.join("") + unsaid
  const id = `call-${attempt}`
  switch (end) {
    case "answered":
      return [answered({ text }, attempt)]
    case "called":
      return [answered({ text, calls: [aCall(id)] }, attempt), toolStarted(id), toolFinished(id)]
    case "nudged":
      return [answered({ text }, attempt), nudged(attempt)]
    case "crashed":
      return []
    case "failed":
      return [{ ...modelFailed("rate-limit", attempt), text } as Draft]
    case "aborted":
      return [{ ...modelFailed("aborted", attempt), text } as Draft]
  }
}

/** A live subscriber that joins at a position after `from` items have happened; each event with when it was told. */
function follow(items: readonly Item[], position: Position, from = 0) {
  const cursor = new Cursor(position)
  const told: { readonly event: Event; readonly item: number }[] = []
  let [attempt, chunks] = ["", new Chunks()]
  items.forEach((item, index) => {
    let events: readonly Event[] = []
    if ("fact" in item) {
      if (item.fact.type === "model-asked") [attempt, chunks] = [item.fact.attempt, new Chunks()]
      if (item.fact.seq > position.seq) events = cursor.tell(item.fact)
    } else {
      chunks.add(item.text)
      if (index >= from) events = cursor.tellText(attempt, (offset) => chunks.after(offset))
    }
    told.push(...events.map((event) => ({ event, item: index })))
  })
  return told
}

/** Who comes back between a nudge's two events is told once more that the answer is taken back: it does no harm. */
function again(last: Event, rest: readonly Event[]): readonly Event[] {
  const [first] = rest
  const isRepeat =
    last.type === "answer-discarded" && first?.type === "answer-discarded" && first.attempt === last.attempt
  return isRepeat ? rest.slice(1) : rest
}

/** Only what the log holds: a subscriber that comes back when all is over, or in another process. */
function replay(items: readonly Item[], position: Position): readonly Event[] {
  const cursor = new Cursor(position)
  return items.flatMap((item) => ("fact" in item && item.fact.seq > position.seq ? cursor.tell(item.fact) : []))
}

/** Text by attempt, without answers that were taken back half-told: the log does not keep their text. */
function keptText(events: readonly Event[]): Record<string, string> {
  const gone = new Set(events.flatMap((event) => (isHalfTold(event) ? [event.attempt] : [])))
  const texts: Record<string, string> = {}
  for (const event of events) {
    if (event.type !== "text-delta" || gone.has(event.attempt)) continue
    texts[event.attempt] = (texts[event.attempt] ?? "") + event.text
  }
  return texts
}

function isHalfTold(event: Event): event is Extract<Event, { type: "answer-discarded" }> {
  return event.type === "answer-discarded" && event.why !== "nudged"
}

/** Everything but text, without positions: inside an answer they count letters. */
function others(events: readonly Event[], toldBefore: Position): readonly object[] {
  return events
    .filter((event) => event.type !== "text-delta")
    .filter((event) => !isHalfTold(event) || (event.attempt === toldBefore.attempt && toldBefore.offset > 0))
    .map(({ position: _position, ...body }) => body)
}

const rounds = fc.array(round, { maxLength: 6 })

describe("a subscriber that comes back at a position it was told", () => {
  it("sees, live, exactly what it would have seen had it stayed", () => {
    fc.assert(
      fc.property(rounds, (plan) => {
        const items = schedule(plan)
        const live = follow(items, START)
        live.forEach(({ event, item }, index) => {
          const rest = again(
            event,
            follow(items, parsePosition(event.position), item + 1).map((each) => each.event),
          )
          expect(rest).toEqual(live.slice(index + 1).map((each) => each.event))
        })
      }),
    )
  })

  it("sees, from the log alone, the same text of every answer that stands and the same of all else", () => {
    fc.assert(
      fc.property(rounds, (plan) => {
        const items = schedule(plan)
        const live = follow(items, START)
        live.forEach(({ event }, index) => {
          const position = parsePosition(event.position)
          const stayed = live.slice(index + 1).map((each) => each.event)
          const back = again(event, replay(items, position))
          expect(others(back, position)).toEqual(others(stayed, position))
          expect(keptText(back)).toEqual(keptText(stayed))
        })
      }),
    )
  })

  it("has been told every answer that stands in full", () => {
    fc.assert(
      fc.property(rounds, (plan) => {
        const events = follow(schedule(plan), START).map((each) => each.event)
        const texts = keptText(events)
        for (const event of events) if (event.type === "answer-end") expect(texts[event.attempt] ?? "").toBe(event.text)
      }),
    )
  })
})
