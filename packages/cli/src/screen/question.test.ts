// Which keys answer a question, and which do not.
import { setTimeout } from "node:timers/promises"
import { afterEach, describe, expect, it, vi } from "vitest"
import type { AskHow } from "../run/person.ts"
import type { Style } from "../terminal/style.ts"
import { Question } from "./question.ts"

const same = (text: string) => text
const style: Style = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same }
const choices = [
  { key: "y", label: "yes", line: "yes" },
  { key: "n", label: "no", line: "no", takesMore: true as const },
]

const KEPT = "  (kept for afterwards: a draft)"

function asked(how: Partial<AskHow> = { choices }, draft = "") {
  const answers: (string | undefined)[] = []
  const opened = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  let text = draft
  const ports = {
    style,
    field: {
      get text() {
        return text
      },
      replace: (given: string) => {
        text = given
      },
    },
    changed: () => opened.resolve(),
  }
  const signal = new AbortController().signal
  const question = new Question("  your answer: ", { signal, ...how }, ports, (line) => {
    answers.push(line)
    answered.resolve()
  })
  /** As the screen does: what the question does not take goes to the field. */
  const press = (name: string) => {
    const isTaken = question.takes(name)
    if (!isTaken && name.length === 1) text += name
    return isTaken
  }
  return {
    question,
    answers,
    press,
    text: () => text,
    type: (given: string) => ports.field.replace(given),
    opened: opened.promise,
    answered: answered.promise,
  }
}

afterEach(() => vi.useRealTimers())

describe("a question", () => {
  it("takes no key before it could be read, and keeps a line that ends then in the field", () => {
    vi.useFakeTimers()
    const { question, answers, press, text } = asked()
    vi.advanceTimersByTime(200)
    expect(press("y")).toBe(false)
    // The key begins the time anew.
    vi.advanceTimersByTime(200)
    expect(press("enter")).toBe(true)
    expect(text()).toBe("y")
    expect(answers).toEqual([])
    expect(question.rows().join()).toContain("when you stop typing")
    question.end()
  })

  it("waits again while keys come", async () => {
    const { press, answers, opened, answered } = asked()
    await setTimeout(200)
    press("y")
    await setTimeout(200)
    expect(press("y")).toBe(false)
    await opened
    expect(press("y")).toBe(true)
    await answered
    expect(answers).toEqual(["yes"])
  })

  it("takes a key for each answer, and puts the draft back", async () => {
    const { question, press, answers, text, opened, answered } = asked({ choices }, "a draft")
    await opened
    expect(text()).toBe("")
    expect(question.rows()).toEqual(["  [y]es   [n]o", KEPT])
    expect(press("enter")).toBe(true)
    expect(press("backspace")).toBe(true)
    expect(press("ctrl+o")).toBe(false)
    press("y")
    expect(question.rows()).toEqual(["▸ [y]es   [n]o", KEPT])
    expect(answers).toEqual([])
    await answered
    expect(answers).toEqual(["yes"])
    expect(text()).toBe("a draft")
  })

  it("takes a marked answer at once by Enter", async () => {
    const { press, answers, opened } = asked()
    await opened
    press("y")
    press("enter")
    expect(answers).toEqual(["yes"])
  })

  it.each(["that looks fine", "yes please", "no, why"])("is not answered by the words “%s”", async (words) => {
    const { question, press, answers, text, opened } = asked({ choices }, "before ")
    await opened
    for (const letter of words.replaceAll(" ", "_")) press(letter)
    await setTimeout(400)
    expect(answers).toEqual([])
    expect(text()).toBe("")
    question.end()
    expect(text()).toBe(`before ${words.replaceAll(" ", "_")}`)
  })

  it("forgets a single letter that came too early for an answer", async () => {
    const { question, press, text, opened } = asked({ choices }, "before")
    press("y")
    await opened
    question.end()
    expect(text()).toBe("before")
  })

  it("asks for the words that may follow", async () => {
    const { question, press, answers, opened } = asked()
    await opened
    press("n")
    press("enter")
    expect(press("n")).toBe(false)
    expect(question.enters("too late")).toBe(true)
    expect(answers).toEqual(["no too late"])
  })

  it("goes back from the reason to the choices, and only from there", async () => {
    const { question, press, answers, text, type, opened, answered } = asked({ choices }, "a draft")
    await opened
    expect(question.goesBack()).toBe(false)
    press("n")
    press("enter")
    expect(question.rows()).toEqual(["the reason, for the model (Enter: none, Esc goes back)", KEPT])
    type("half a reason")
    expect(question.goesBack()).toBe(true)
    expect(question.rows()).toEqual(["  [y]es   [n]o", KEPT])
    expect(text()).toBe("")
    press("y")
    await answered
    expect(answers).toEqual(["yes"])
    expect(text()).toBe("a draft")
  })

  it("is left without an answer where that is possible, and the row says so", async () => {
    const { question, answers, text, opened } = asked({ canLeave: true, prefill: "{}" }, "a draft")
    await opened
    expect(question.rows()).toEqual(["your answer (Esc goes back):", KEPT])
    expect(text()).toBe("{}")
    expect(question.goesBack()).toBe(true)
    expect(answers).toEqual([undefined])
    expect(text()).toBe("a draft")
  })

  it("lets arrows choose, from the end too", async () => {
    const { question, press, answers, opened } = asked()
    await opened
    press("left")
    expect(question.rows()).toEqual(["  [y]es ▸ [n]o"])
    press("right")
    press("enter")
    expect(answers).toEqual(["yes"])
  })

  it("has all of its answers and hints on a narrow screen", async () => {
    const { question, opened } = asked({ choices, hints: ["always would allow everything"] })
    await opened
    expect(question.rows(12)).toEqual(["always would", " allow every", "thing", "  [y]es", "  [n]o"])
    question.end()
  })

  const free = { choices: [{ key: "1", label: "red", line: "1" }], isFree: true }

  it("takes a number alone, or a choice by arrow", async () => {
    const first = asked(free)
    await first.opened
    expect(first.press("2")).toBe(false)
    first.type("")
    first.press("1")
    await first.answered
    expect(first.answers).toEqual(["1"])
    const second = asked(free)
    await second.opened
    second.press("down")
    expect(second.question.rows()).toEqual(["▸ 1. red"])
    second.press("enter")
    expect(second.answers).toEqual(["1"])
  })

  it("takes own words as they are, also those that begin with the number of an answer", async () => {
    const { press, question, answers, text, opened } = asked(free)
    await opened
    for (const letter of "1_or_2") press(letter)
    await setTimeout(400)
    expect(answers).toEqual([])
    question.enters(text())
    expect(answers).toEqual(["1_or_2"])
  })
})
