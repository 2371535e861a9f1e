// Start and end events of text and thinking, for subscribers that stay and those that resume.
import { describe, expect, it } from "vitest"
import type { Event } from "../contracts/event.ts"
import type { Draft } from "../contracts/fact.ts"
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
} from "../testing/fact-builders.ts"
import { Cursor } from "./cursor.ts"
import { type Position, parsePosition, START } from "./position.ts"

/** A draft is recorded; `t` and `k` are text and thinking of the answer in flight. */
type Happening = Draft | { readonly t: string } | { readonly k: string }

function eventsOf(happenings: readonly Happening[], from: Position = START): readonly Event[] {
  const cursor = new Cursor(from)
  const facts = stamp(happenings.filter((each): each is Draft => "type" in each)).values()
  let [attempt, text, thinking] = ["", "", ""]
  return happenings.flatMap((each) => {
    if ("t" in each) {
      text += each.t
      return cursor.publishText(attempt, (offset) => text.slice(offset))
    }
    if ("k" in each) {
      thinking += each.k
      return cursor.publishThinking(attempt, (offset) => thinking.slice(offset))
    }
    const fact = facts.next().value!
    if (fact.type === "model-asked") [attempt, text, thinking] = [fact.attempt, "", ""]
    return fact.seq > from.seq ? cursor.publish(fact) : []
  })
}

/** Short form for a table: `text(`, `text)`, the deltas themselves, and other events by their type. */
function spelled(events: readonly Event[]): string {
  const words = events.map((event) => {
    if (event.type === "text-delta" || event.type === "thinking-delta") return `"${event.text}"`
    return event.type.replace(/^(text|thinking)-start$/, "$1(").replace(/^(text|thinking)-end$/, "$1)")
  })
  return words.join(" ")
}

const t = (text: string) => ({ t: text })
const k = (thinking: string) => ({ k: thinking })
const start = [opened(), said("go"), asked()]
const beginning = "turn-start loop-start iteration-start"
const thought = (text: string, thinking: string) => answered({ text, reasoning: [{ text: thinking }] })
const stopped = (text: string) => ({ ...modelFailed("aborted"), text }) as Draft

const ROWS: readonly { readonly name: string; readonly happened: readonly Happening[]; readonly told: string }[] = [
  {
    name: "text starts before its first delta and ends before its answer",
    happened: [t("a"), t("b"), answered({ text: "ab" })],
    told: 'text( "a" "b" text) answer-end',
  },
  {
    name: "thinking ends before text begins",
    happened: [k("h"), k("m"), t("a"), thought("a", "hm")],
    told: 'thinking( "h" "m" thinking) text( "a" text) answer-end',
  },
  {
    name: "interleaved thinking and text are framed each time",
    happened: [k("h"), t("a"), k("m"), t("b"), thought("ab", "hm")],
    told: 'thinking( "h" thinking) text( "a" text) thinking( "m" thinking) text( "b" text) answer-end',
  },
  {
    name: "an answer that was not streamed is framed too",
    happened: [thought("a", "hm")],
    told: 'thinking( "hm" thinking) text( "a" text) answer-end',
  },
  {
    name: "thinking that was not streamed comes after the streamed text",
    happened: [t("a"), thought("ab", "hm")],
    told: 'text( "a" text) thinking( "hm" thinking) text( "b" text) answer-end',
  },
  { name: "an answer without words has no frame", happened: [answered({ calls: [aCall("a")] })], told: "answer-end" },
  {
    name: "thinking alone ends before its answer",
    happened: [k("hm"), answered({ reasoning: [{ text: "hm" }] })],
    told: 'thinking( "hm" thinking) answer-end',
  },
  {
    name: "input in the middle does not end the text",
    happened: [t("a"), steered("x"), t("b"), answered({ text: "ab" })],
    told: 'text( "a" input-added "b" text) answer-end',
  },
  {
    name: "text ends before it is taken back by a failure",
    happened: [t("a"), modelFailed("rate-limit")],
    told: 'text( "a" text) answer-discarded model-error',
  },
  {
    name: "text ends before it is taken back by a crash, and the next answer has its own frame",
    happened: [t("a"), asked("1.1.2"), t("b")],
    told: 'text( "a" text) answer-discarded iteration-start text( "b"',
  },
  {
    name: "thinking ends before it is taken back by a crash",
    happened: [k("hm"), asked("1.1.2")],
    told: 'thinking( "hm" thinking) answer-discarded iteration-start',
  },
  {
    name: "text has ended before a nudge takes it back",
    happened: [t("a"), answered({ text: "a" }), nudged()],
    told: 'text( "a" text) answer-end answer-discarded nudge',
  },
  {
    name: "text that the user stopped ends, and stays",
    happened: [t("a"), stopped("ab")],
    told: 'text( "a" "b" text) model-error',
  },
  {
    name: "thinking that the user stopped ends",
    happened: [k("hm"), stopped("")],
    told: 'thinking( "hm" thinking) model-error',
  },
]

describe("the frame of text and thinking", () => {
  it.each(ROWS)("$name", ({ happened, told }) => {
    expect(spelled(eventsOf([...start, ...happened]))).toBe(`${beginning} ${told}`)
  })

  it("names the answer it belongs to", () => {
    const framed = eventsOf([...start, k("h"), t("a"), thought("a", "h")]).filter((event) => /^te|^th/.test(event.type))
    expect(framed.map((event) => "attempt" in event && event.attempt)).toEqual(Array(6).fill("1.1.1"))
  })
})

const whole = [...start, k("h"), t("a"), k("m"), t("b"), thought("abc", "hm"), nudged(), finished()]

describe("a subscriber that resumes", () => {
  const stays = eventsOf(whole)

  it.each(stays.map((event, index) => ({ index, type: event.type, position: event.position })))(
    "after $type at $position gets the rest, and nothing twice",
    ({ index, position }) => {
      const back = new Cursor(parsePosition(position))
      // Everything is over by now: only the log has the events.
      const rest = stamp(whole.filter((each): each is Draft => "type" in each))
        .filter((fact) => fact.seq > back.seq)
        .flatMap((fact) => back.publish(fact))
      const words = (events: readonly Event[], type: "text-delta" | "thinking-delta") =>
        events.map((event) => (event.type === type ? event.text : "")).join("")
      const all = [...stays.slice(0, index + 1), ...rest]
      expect(words(all, "text-delta")).toBe("abc")
      expect(words(all, "thinking-delta")).toBe("hm")
      const others = (events: readonly Event[]) =>
        events.map(({ type }) => type).filter((type) => !/^te|^th/.test(type))
      expect(others(all)).toEqual(others(stays))
      const begun = all.filter((event) => /-start$/.test(event.type) && /^te|^th/.test(event.type)).length
      expect(all.filter((event) => /^te.*-end$|^th.*-end$/.test(event.type))).toHaveLength(begun)
    },
  )

  it.each([
    { position: "1+1", told: 'loop-start iteration-start thinking( "h"' },
    { position: "2", told: 'iteration-start thinking( "h"' },
    { position: "3:1.1.1:0", told: 'thinking( "h" thinking) text( "a"' },
    { position: "3:1.1.1:0k", told: '"h" thinking) text( "a"' },
    { position: "3:1.1.1:0:1", told: 'thinking) text( "a"' },
    { position: "3:1.1.1:0:1n", told: 'text( "a"' },
    { position: "3:1.1.1:0:1t", told: '"a"' },
    { position: "3:1.1.1:1:1", told: 'text) thinking( "m"' },
    { position: "3:1.1.1:1:1n", told: 'thinking( "m"' },
    { position: "3:1.1.1:1:1k", told: '"m"' },
    { position: "3:1.1.1:1:2k", told: 'thinking) text( "b"' },
    { position: "4", told: "answer-discarded nudge" },
    { position: "4+1", told: "nudge" },
    { position: "5", told: "loop-end turn-end" },
    { position: "5+1", told: "turn-end" },
  ])("at $position continues with $told", ({ position, told }) => {
    // Published live: the deltas one by one, from the position on.
    const from = parsePosition(position)
    expect(`${spelled(eventsOf(whole, from))} `).toMatch(new RegExp(`^${told.replace(/[()]/g, "\\$&")} `))
  })

  it("between the start of text and its first delta still gets the end when the answer fails", () => {
    const facts = stamp([...start, asked("1.1.2")])
    const back = new Cursor(parsePosition("3:1.1.1:0t"))
    expect(spelled(back.publish(facts[3]!))).toBe("text) answer-discarded iteration-start")
  })

  it("after more events than the fact has gets none of them again", () => {
    const facts = stamp([opened(), said("go"), asked()])
    const back = new Cursor(parsePosition("1+9"))
    expect(spelled(facts.slice(1).flatMap((fact) => back.publish(fact)))).toBe("iteration-start")
  })
})
