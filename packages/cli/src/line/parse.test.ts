import { describe, expect, it } from "vitest"
import { COMMON_OPTIONS, PROMPT_OPTIONS } from "./options.ts"
import { commandIn, parse } from "./parse.ts"

const ALLOWED = [...PROMPT_OPTIONS, ...COMMON_OPTIONS]

function parsed(...words: readonly string[]) {
  const { words: others, flags } = parse(words, ALLOWED)
  return { words: others, ...Object.fromEntries(flags) }
}

describe("parse", () => {
  it.each([
    [["-p", "hi"], { words: [], prompt: "hi" }],
    [["--prompt=a=b"], { words: [], prompt: "a=b" }],
    [["-p", "- a list"], { words: [], prompt: "- a list" }],
    [["-p", "-5 degrees"], { words: [], prompt: "-5 degrees" }],
    [["-p", "--model", "x:y"], { words: [], prompt: "", model: "x:y" }],
    [["-p"], { words: [], prompt: "" }],
    [["-c", "-p", "hi", "--cwd", "/tmp"], { words: [], continue: "", prompt: "hi", cwd: "/tmp" }],
    [["a", "--", "--model"], { words: ["a", "--model"] }],
    [["--title", "-odd-name"], { words: [], title: "-odd-name" }],
    [["-r=-odd-name"], { words: [], resume: "-odd-name" }],
    [["-r"], { words: [], resume: "" }],
    [["-r", "-p", "hi"], { words: [], resume: "", prompt: "hi" }],
    [["--fallback", "a:b", "-c", "--fallback=c:d"], { words: [], fallback: "a:b,c:d", continue: "" }],
  ])("reads %j", (words, expected) => {
    expect(parsed(...words)).toEqual(expected)
  })

  it.each<[readonly string[], string | RegExp]>([
    [
      ["--modle", "x"],
      'there is no option "--modle". Did you mean "--model"? Run "pawl --help" to see the commands and options.',
    ],
    [["--yes"], '"--yes" is not an option of this command. Run "pawl --help" to see the commands and options.'],
    [["--tool-choice", "all"], '"--tool-choice" is now "--offer". Write "--offer" instead.'],
    [["--json-schema", "{}"], '"--json-schema" is now "--output-schema". Write "--output-schema" instead.'],
    [["--model"], "--model needs a value: --model PROVIDER:NAME."],
    [["--cwd", ""], "--cwd needs a value: --cwd DIR."],
    [["--model="], "--model needs a value: --model PROVIDER:NAME."],
    [["--model", "--cwd"], "--model needs a value: --model PROVIDER:NAME."],
    [["-c=1"], '--continue takes no value. Leave out "=1".'],
    [["-c", "-c"], "--continue is given twice. Give it once."],
    [["--dialect", "klingon"], /^--dialect cannot be "klingon"\. Use one of: native, xml, /],
    [["--approve", "maybe"], '--approve cannot be "maybe". Use one of: ask, edits, plan, auto, deny.'],
  ])("refuses %j", (words, message) => {
    expect(() => parsed(...words)).toThrow(
      expect.objectContaining({
        message: message instanceof RegExp ? expect.stringMatching(message) : message,
        exit: 2,
      }),
    )
  })

  it.each([
    [["sessions", "list"], 0],
    [["--cwd", "/tmp", "sessions"], 2],
    [["-p", "sessions"], -1],
    [["--", "sessions"], -1],
    [["--cwd=/tmp", "-c", "demo"], 2],
    [["--modle", "x"], -1],
  ])("finds the command in %j", (words, at) => {
    expect(commandIn(words)).toBe(at)
  })
})
