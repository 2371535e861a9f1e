// When something is emitted: text at once, possible markup when it is decided, a call when it is complete.
import { describe, expect, it } from "vitest"
import { dialectNamed } from "./dialects.ts"

/** The text emitted after each piece. */
function follow(
  dialect: string,
  pieces: readonly string[],
): { readonly told: readonly string[]; readonly thinking: string } {
  let text = ""
  let thinking = ""
  const reader = dialectNamed(dialect).read([], {
    onText: (delta) => {
      text += delta
    },
    onThinking: (delta) => {
      thinking += delta
    },
  })
  const told = pieces.map((piece) => {
    reader.push(piece)
    return text
  })
  reader.end()
  return { told: [...told, text], thinking }
}

type Row = readonly [string, string, readonly string[], readonly string[]]

describe("text is emitted", () => {
  it.each<Row>([
    ["at once", "xml", ["Hello ", "world"], ["Hello ", "Hello world", "Hello world"]],
    ["up to what could be a tag", "xml", ["Hello <to", "ld you"], ["Hello ", "Hello <told you", "Hello <told you"]],
    ["up to what could be a tag, and with it at the end", "xml", ["Hello <tool"], ["Hello ", "Hello <tool"]],
    [
      "before a call, and again after it",
      "xml",
      ["Hm. <tool>{", '"tool_name": "a"}', "</tool> Ok"],
      ["Hm. ", "Hm. ", "Hm.  Ok", "Hm.  Ok"],
    ],
    ["when a tag was only mentioned", "xml", ["The <tool>", " tag"], ["The ", "The <tool> tag", "The <tool> tag"]],
    [
      "inside a fence, tags and all",
      "xml",
      ["```\n<tool>", "x</tool>\n```\n"],
      ["```\n<tool>", "```\n<tool>x</tool>\n```\n", "```\n<tool>x</tool>\n```\n"],
    ],
    ["up to what could be a call", "bracket", ["see [fil", "ing]"], ["see ", "see [filing]", "see [filing]"]],
    ["with a bracket that cannot begin a call", "bracket", ["see [1"], ["see [1", "see [1"]],
    ["up to what could be a label", "pythonic", ["Too", "lbox"], ["", "Toolbox", "Toolbox"]],
    ["inside a line, labels and all", "pythonic", ["a Tool: b.c"], ["a Tool: b.c", "a Tool: b.c"]],
    [
      "without the blank lines around removed markup",
      "xml",
      ["\n\n<think>x</think>", "\n\nHi\n"],
      ["", "Hi\n", "Hi\n"],
    ],
    [
      "without blank lines when there is nothing else",
      "xml",
      ["\n<tool>", '{"tool_name": "a"}</tool>\n'],
      ["", "", ""],
    ],
    ["with the blank lines it begins with", "xml", ["\n ", "\nHi"], ["", "\n \nHi", "\n \nHi"]],
    ["without splitting surrogate pairs", "xml", ["a\ud83d", "\ude00"], ["a", "a😀", "a😀"]],
    ["up to what could be a tag", "hermes", ["a <tool_", "box>"], ["a ", "a <tool_box>", "a <tool_box>"]],
    [
      "from the answer's string, as it arrives",
      "structured",
      ['{"type": "FinalResponse", "answer": "Hel', "lo \\u00", "e9 \\ud83d", '\\ude00"', "}"],
      ["Hel", "Hello ", "Hello é ", "Hello é 😀", "Hello é 😀", "Hello é 😀"],
    ],
    ["from an answer with no other member", "structured", ['{"answer": "Y', 'es."}'], ["Y", "Yes.", "Yes."]],
    ["only at the end if it may be an argument", "structured", ['{"text": "Y', 'es."}'], ["", "", "Yes."]],
    ["not at all if it is an argument", "structured", ['{"type": "mail", "text": "Y', 'es."}'], ["", "", ""]],
  ])("%s (%s)", (_when, dialect, pieces, expected) => {
    expect(follow(dialect, pieces).told).toEqual(expected)
  })

  it("separately from thinking, which is emitted as it arrives too", () => {
    expect(follow("xml", ["<thi", "nking>pl", "an</think", "ing>Go"])).toEqual({
      told: ["", "", "", "Go", "Go"],
      thinking: "plan",
    })
    expect(follow("structured", ['{"thought": "pl', 'an", "answer": "Go"}'])).toEqual({
      told: ["", "Go", "Go"],
      thinking: "plan",
    })
  })
})
