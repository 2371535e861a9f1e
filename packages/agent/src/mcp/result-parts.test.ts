import { describe, expect, it } from "vitest"
import { defined } from "../base/defined.ts"
import { type Part, text } from "../contracts/content.ts"
import { valueIn } from "../kernel/facts/tool-finished.ts"
import { resultParts, serverResult } from "./result-parts.ts"

const said = (words: string) => ({ type: "text", text: words })

describe("structured content", () => {
  it.each([
    ["is added where the text does not contain it", "It is warm.", { degrees: 20 }, true],
    ["is left out where the text repeats it", '{ "degrees": 20 }', { degrees: 20 }, false],
    ["is left out where it only wraps the text", "remember the milk", { content: "remember the milk" }, false],
    ["is left out where it only wraps the text's JSON", '[{"name":"Ada"}]', { entities: [{ name: "Ada" }] }, false],
    ["is added where it wraps more than the text", "a", { content: "a", more: 1 }, true],
    ["is added where it wraps another text", "a", { content: "b" }, true],
    ["is added where it wraps a text that reads like the same JSON", "a", { content: ["a"] }, true],
    ["is left out where it wraps a number", "20", { result: 20 }, false],
    ["is left out where it wraps a text of digits", "20", { result: "20" }, false],
  ])("%s, and is returned as a value", (_, words, structuredContent, isAdded) => {
    const { parts, structured } = serverResult({ content: [said("See:"), said(words)], structuredContent })
    const added = isAdded ? [text(JSON.stringify(structuredContent))] : []
    expect(parts).toEqual([text("See:"), text(words), ...added])
    const content = parts as readonly Part[] // A text is no bytes.
    expect(valueIn({ content, ...defined({ structured }) })).toEqual(structuredContent)
    expect(valueIn({ content, cut: { shown: 1, total: 2 }, ...defined({ structured }) })).toBeUndefined()
  })

  it("is no value where there is none, nor where a secret was taken out of its text", () => {
    expect(serverResult({ content: [said('{"degrees":20}')] }).structured).toBeUndefined()
    expect(valueIn({ content: [text('{"key":[removed]}')], structured: { part: 0 } })).toBeUndefined()
    expect(valueIn({ content: [text("a")], structured: { part: 5 } })).toBeUndefined()
  })
})

describe("content that is no list of blocks is kept:", () => {
  it.each([
    ["a text", "hello", ["hello"]],
    ["an object", { rows: 3 }, ['{"rows":3}']],
    ["one block", { type: "text", text: "hello" }, ["hello"]],
    ["texts in a list", ["a", { type: "text", text: "b" }, { c: 1 }, [1, 2], 7], ["a", "b", '{"c":1}', "[1,2]", "7"]],
    ["nothing", null, []],
  ])("%s", (_, content, words) => {
    expect(resultParts({ content })).toEqual(words.map(text))
  })
})

describe("a result without content becomes text", () => {
  it.each([
    ["as seed 001 draws OCR", { text: "Meeting Notes" }, "Meeting Notes"],
    ["as seed 001 draws a move", { success: true, message: "moved a to b" }, "moved a to b"],
    [
      "with a failure that its text does not mention",
      { success: false, message: "a" },
      '{"success":false,"message":"a"}',
    ],
    ["with neither text nor message", { rows: [1, 2] }, '{"rows":[1,2]}'],
    ["with an empty text", { text: " ", n: 1 }, '{"text":" ","n":1}'],
    ["without its _meta", { _meta: { secret: 1 }, n: 1 }, '{"n":1}'],
    ["beside an empty list", { content: [], message: "done" }, "done"],
  ])("%s", (_, result, words) => {
    expect(resultParts(result)).toEqual([text(words)])
  })

  it("unless it is empty", () => {
    expect(resultParts({})).toEqual([])
    expect(resultParts({ content: [], _meta: {} })).toEqual([])
  })

  it("or an error with its message", () => {
    expect(() => resultParts({ isError: true, message: "no such file" })).toThrow("no such file")
  })
})
