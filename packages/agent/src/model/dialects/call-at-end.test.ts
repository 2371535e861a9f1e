import { describe, expect, it } from "vitest"
import type { ToolDefinition } from "../../contracts/model.ts"
import { callAtEnd } from "./call-at-end.ts"

const tool = (name: string, required: readonly string[] = [], ...more: readonly string[]): ToolDefinition => {
  const properties = Object.fromEntries([...required, ...more].map((each) => [each, { type: "string" }]))
  return { name, description: "", inputSchema: { type: "object", properties, required } }
}
const tools = [
  tool("delete_file", ["path"]),
  tool("list_directory", [], "path"),
  tool("ocr__extract_text", ["path"]),
  tool("filesystem.move_file", ["source", "destination"]),
  tool("deploy", [], "env"),
  tool("search", ["query"]),
]
const formOf = (answer: string) => callAtEnd(answer, tools)?.form
const JSON_CALL = '{"name": "delete_file", "arguments": {"path": "a.log"}}'

describe("callAtEnd", () => {
  it.each([
    { answer: `<tool_call>${JSON_CALL}</tool_call>`, form: "hermes" },
    { answer: `I will delete it.\n<tool_call>\n${JSON_CALL}\n</tool_call>\n`, form: "hermes" },
    { answer: 'Now: <tool_call>{"name": "list_directory", "arguments": {}}</tool_call>', form: "hermes" },
    {
      answer: "<tool><tool_name>delete_file</tool_name><arguments><path>a.log</path></arguments></tool>",
      form: "xml",
    },
    { answer: 'Let me see.\n\n[list_directory(path=".")]', form: "bracket" },
    { answer: '[filesystem.move_file(source="a b.png", destination="c.png")]', form: "bracket" },
    { answer: 'Tool: delete_file\nArguments: {"path": "a.log"}', form: "pythonic" },
    { answer: `\`\`\`json\n${JSON_CALL}\n\`\`\``, form: "json" },
    { answer: `I will call it:\n\n\`\`\`json\n${JSON_CALL}\n\`\`\`\n`, form: "json" },
    { answer: JSON_CALL, form: "json" },
    { answer: `First this.\n\n${JSON_CALL}`, form: "json" },
    { answer: `\`\`\`\n<tool_call>${JSON_CALL}</tool_call>\n\`\`\``, form: "hermes" },
    { answer: `[${JSON_CALL}]`, form: "json" },
    { answer: `I will delete it.\n${JSON_CALL}`, form: "json" },
    { answer: `I will delete it: ${JSON_CALL}`, form: "json" },
    { answer: '{\n\n"name": "list_directory",\n\n"arguments": {}\n}', form: "json" },
    { answer: `Now.\r\n\r\n${JSON_CALL}\r\n`, form: "json" },
    { answer: '{"type": "delete_file", "arguments": {"path": "a.log"}}', form: "json" },
    { answer: '{"tool": "delete_file", "input": {"path": "a.log"}}', form: "json" },
    { answer: '{"name": "delete_file", "arguments": "{\\"path\\": \\"a.log\\"}"}', form: "json" },
    {
      answer: '{"type": "function", "function": {"name": "delete_file", "arguments": {"path": "a.log"}}}',
      form: "json",
    },
    { answer: '{"server": "ocr", "name": "extract_text", "arguments": {"path": "a.png"}}', form: "json" },
    { answer: '{"name": "ocr.extract_text", "arguments": {"path": "Screenshot 1.png"}}', form: "json" },
  ])("finds the call in $answer: $form", ({ answer, form }) => {
    expect(formOf(answer)).toBe(form)
  })

  it.each([
    [
      "a fence followed by text, which shows a call to the user",
      `\`\`\`json\n${JSON_CALL}\n\`\`\`\nThat is how a call looks.`,
    ],
    ["a tag followed by text", `<tool_call>${JSON_CALL}</tool_call> would delete it.`],
    ["a tool that is not offered", '{"name": "format_disk", "arguments": {}}'],
    ["JSON that is not a call", '```json\n{"name": "Ada", "age": 36}\n```'],
    ["JSON that names a tool among other things", '{"tools": ["delete_file", "list_directory"]}'],
    ["a name in backticks", "You can use `delete_file`"],
    ["an unclosed fence", `\`\`\`json\n${JSON_CALL}`],
    ["a call that is cut off", '<tool_call>{"name": "delete_file", "arguments": {"path": "/home/u/pro'],
    ["a link", "See [the docs](list_directory)"],
    ["prose", "I deleted a.log with delete_file."],
    ["a report of what was done", '{"name": "deploy", "status": "ok", "version": "1.4.2"}'],
    ["reports of what was done", '[{"name": "deploy", "status": "green"}, {"name": "search", "status": "red"}]'],
    ["a figure", '{"tool": "search", "hits": 3}'],
    ["a list of tools", '[{"name": "delete_file", "description": "Deletes."}, {"name": "deploy"}]'],
    ["a tool's definition", '{"name": "deploy", "parameters": {"type": "object", "properties": {"env": {}}}}'],
    ["arguments that the tool does not take", '{"name": "deploy", "arguments": {"path": "a.log"}}'],
    ["arguments of which one is missing", '{"name": "delete_file", "arguments": {}}'],
    ["code", '```python\nresults = [search(query="a"), search(query="b")]\n```'],
    ["a line of a log", 'The last line of the log was [deploy(env="prod")]'],
    ["shell code", "```sh\nlist_directory .\n```"],
  ])("finds no call in %s", (_name, answer) => {
    expect(formOf(answer)).toBeUndefined()
  })

  it("returns the tool's offered name", () => {
    expect(callAtEnd('[ocr.extract_text(path="a.png")]', tools)).toEqual({ name: "ocr__extract_text", form: "bracket" })
  })

  it("takes little time, whatever an answer ends with", () => {
    // Each of these is long enough to hang a pattern that backtracks.
    for (const piece of ["[", "{", "<tool_call>", "```\n", '{"name":', "Tool: a\n", "<tool ", "delete_file("]) {
      const long = `${piece.repeat(20_000)}}`
      expect(() => callAtEnd(long, tools)).not.toThrow()
    }
  })
})
