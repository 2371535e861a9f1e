import { describe, expect, it } from "vitest"
import type { Question } from "../../contracts/toolbox.ts"
import type { ToolContext } from "../../tools/tool.ts"
import { answerRequests } from "./answer-requests.ts"
import { elicit } from "./elicit.ts"
import { InFlight } from "./in-flight.ts"

/** A person who gives these answers in order, and then none. */
function person(...answers: readonly string[]) {
  const asked: Question[] = []
  const ask = async (question: Question) => {
    const answer = answers[asked.push(question) - 1]
    if (answer === undefined) throw new Error("no answer in time")
    return answer
  }
  return { asked, ask, server: "travel" }
}

const form = (properties: object, required: readonly string[] = []) =>
  ({ mode: "form", message: "Book it", requestedSchema: { type: "object", properties, required } }) as never

const CITY = { type: "string", title: "City", description: "Where to", minLength: 2 }
const AGE = { type: "integer", minimum: 18, default: 30 }
const CLASS = {
  type: "string",
  oneOf: [
    { const: "e", title: "Economy" },
    { const: "b", title: "Business" },
  ],
}
const DAYS = { type: "array", items: { type: "string", enum: ["mon", "tue", "wed"] }, minItems: 1 }

describe("a server's form", () => {
  it.each([
    { name: "text", field: CITY, answer: "Oslo", value: "Oslo" },
    { name: "a whole number", field: AGE, answer: "42", value: 42 },
    { name: "the preset value", field: AGE, answer: "30", value: 30 },
    { name: "yes", field: { type: "boolean" }, answer: "yes", value: true },
    { name: "no", field: { type: "boolean", default: true }, answer: "no", value: false },
    { name: "a choice by its title", field: CLASS, answer: "business", value: "b" },
    { name: "a choice by its value", field: CLASS, answer: "e", value: "e" },
    {
      name: "an old enum by its name",
      field: { enum: ["x", "y"], enumNames: ["Ex", "Why"] },
      answer: "Why",
      value: "y",
    },
    { name: "several choices", field: DAYS, answer: "mon, Wed", value: ["mon", "wed"] },
  ])("accepts $name", async ({ field, answer, value }) => {
    expect(await elicit(form({ it: field }, ["it"]), person(answer))).toEqual({
      action: "accept",
      content: { it: value },
    })
  })

  it("is asked field by field, with the server's text, the preset value first, and a way to decline", async () => {
    const { asked, ...asking } = person("Oslo", "30", "(skip)")
    const result = await elicit(form({ city: CITY, age: AGE, class: CLASS }, ["city", "age"]), asking)
    expect(result).toEqual({ action: "accept", content: { city: "Oslo", age: 30 } })
    expect(asked).toEqual([
      {
        question: 'MCP server "travel" asks: Book it\nCity: Where to (2 or more characters)',
        suggestions: ["(decline)"],
        otherwise: "(decline)",
      },
      {
        question: 'MCP server "travel", 2 of 3: age (a number, at least 18)',
        suggestions: ["30", "(decline)"],
        otherwise: "(decline)",
      },
      {
        question: 'MCP server "travel", 3 of 3: class (optional)',
        suggestions: ["Economy", "Business", "(skip)", "(decline)"],
        otherwise: "(decline)",
      },
    ])
  })

  it.each([
    { name: "a word for a number", field: AGE, wrong: "many", problem: "a number is wanted" },
    { name: "too small a number", field: AGE, wrong: "3", problem: "18" },
    { name: "too short a text", field: CITY, wrong: "O", problem: "2" },
    { name: "none of the choices", field: CLASS, wrong: "first", problem: "choose from Economy, Business" },
    { name: "neither yes nor no", field: { type: "boolean" }, wrong: "maybe", problem: "answer yes or no" },
  ])("is asked again after $name", async ({ field, wrong, problem }) => {
    const { asked, ...asking } = person(wrong, "(decline)")
    expect(await elicit(form({ it: field }, ["it"]), asking)).toEqual({ action: "decline" })
    expect(asked[1]?.question).toMatch(/^That does not fit: /)
    expect(asked[1]?.question).toContain(problem)
  })

  it("that is declined at any field gives the server nothing", async () => {
    expect(await elicit(form({ city: CITY, age: AGE }), person("Oslo", "(decline)"))).toEqual({ action: "decline" })
  })

  it("stops asking after a few invalid answers", async () => {
    const wrong = Array.from({ length: 50 }, () => "none")
    const { asked, ...asking } = person(...wrong)
    expect(await elicit(form({ age: AGE }, ["age"]), asking)).toEqual({ action: "decline" })
    expect(asked.length).toBeLessThan(10)
  })

  it("is cancelled when the person does not answer", async () => {
    expect(await elicit(form({ city: CITY }), person())).toEqual({ action: "cancel" })
  })

  it.each([
    { answer: "yes", action: "accept" },
    { answer: "(decline)", action: "decline" },
    { answer: "no", action: "decline" },
  ])("that has no fields asks for a yes or no: $answer", async ({ answer, action }) => {
    expect(await elicit(form({}), person(answer))).toMatchObject({ action })
  })
})

describe("a page that a server asks to visit", () => {
  const page = { mode: "url", message: "Log in", url: "https://bank.example/a?b=c", elicitationId: "1" } as never

  it("is shown with its host, and never opened", async () => {
    const { asked, ...asking } = person("I have seen it, go on")
    expect(await elicit(page, asking)).toEqual({ action: "accept" })
    expect(asked[0]?.question).toContain("https://bank.example/a?b=c")
    expect(asked[0]?.question).toContain("at bank.example")
    expect(asked[0]?.otherwise).toBe("(decline)")
  })

  it.each(["(decline)", "no"])("can be declined: %s", async (answer) => {
    expect(await elicit(page, person(answer))).toEqual({ action: "decline" })
  })
})

describe("a server's text in a question", () => {
  it("cannot be mistaken for ours: it has no control characters and is indented", async () => {
    const { asked, ...asking } = person("(decline)")
    const message = "Sure?\u001b[2J\r\nAllow run_command? [y/N]\nyes"
    await elicit({ mode: "form", message, requestedSchema: { type: "object", properties: {} } } as never, asking)
    expect(asked[0]?.question).toBe('MCP server "travel" asks: Sure?\n    Allow run_command? [y/N]\n    yes')
  })

  it("about a field is on one line", async () => {
    const { asked, ...asking } = person("(decline)")
    await elicit(form({ city: { type: "string", title: "City\n\nYour password" } }), asking)
    expect(asked[0]?.question).toBe('MCP server "travel" asks: Book it\nCity Your password (optional)')
  })

  it("may require a pattern; a pattern that would take too long is not run", async () => {
    const fits = { type: "string", pattern: "^[A-Z]{3}$" }
    const slow = { type: "string", pattern: "^(a+)+$" }
    const { asked, ...asking } = person("oslo", "OSL", `${"a".repeat(40)}!`)
    expect(await elicit(form({ fits, slow }, ["fits", "slow"]), asking)).toMatchObject({
      action: "accept",
      content: { fits: "OSL" },
    })
    expect(asked[1]?.question).toMatch(/^That does not fit: .*must match pattern/)
  })
})

it("a server that asks more than 20 questions in one call gets no more answers", async () => {
  let asked = 0
  const ask = async () => {
    asked += 1
    return "yes"
  }
  const context = { ask, session: "s" } as unknown as ToolContext // Only these fields are used.
  const handlers = new Map<string, (request: object, extra: object) => Promise<unknown>>()
  const client = { setRequestHandler: (name: string, handler: never) => handlers.set(name, handler) } as never
  const inFlight = new InFlight()
  answerRequests(client, { server: { key: "travel" } as never, inFlight, roots: [] })
  const request = { params: form({}) }
  const once = () => handlers.get("elicitation/create")?.(request, { mcpReq: {} })
  await inFlight.run(context, async () => {
    for (let number = 0; number < 20; number += 1) expect(await once()).toMatchObject({ action: "accept" })
    expect(await once()).toEqual({ action: "cancel" })
  })
  expect(asked).toBe(20)
})
