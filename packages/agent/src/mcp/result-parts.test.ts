import { describe, expect, it } from "vitest"
import { text } from "../contracts/content.ts"
import { resultParts } from "./result-parts.ts"

const said = (words: string) => ({ type: "text", text: words })

describe("structured content", () => {
  it.each([
    ["is added where the text does not contain it", "It is warm.", { degrees: 20 }, true],
    ["is left out where the text repeats it", '{ "degrees": 20 }', { degrees: 20 }, false],
    ["is left out where it only wraps the text", "remember the milk", { content: "remember the milk" }, false],
    ["is left out where it only wraps the text's JSON", '[{"name":"Ada"}]', { entities: [{ name: "Ada" }] }, false],
    ["is added where it wraps more than the text", "a", { content: "a", more: 1 }, true],
    ["is added where it wraps another text", "a", { content: "b" }, true],
  ])("%s", (_, words, structuredContent, isAdded) => {
    const parts = resultParts({ content: [said(words)], structuredContent })
    expect(parts).toEqual([text(words), ...(isAdded ? [text(JSON.stringify(structuredContent))] : [])])
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
