import { describe, expect, it } from "vitest"
import type { JsonObject } from "../../contracts/json.ts"
import type { ToolDefinition } from "../../contracts/model.ts"
import { parseAnswer } from "./__fixtures__/corpus.ts"
import { xml } from "./xml.ts"

function argumentsFrom(elements: string, inputSchema?: JsonObject): unknown {
  const tools: readonly ToolDefinition[] =
    inputSchema === undefined
      ? []
      : [{ name: "make", description: "", inputSchema: { type: "object", ...inputSchema } }]
  const written = `<tool><tool_name>make</tool_name><arguments>${elements}</arguments></tool>`
  const { calls, problems } = parseAnswer("xml", [written], tools)
  return calls[0]?.arguments ?? problems.map(({ code }) => code)
}

const typedAs = (type: JsonObject): JsonObject => ({ properties: { x: type } })
const STRINGS = { type: "array", items: { type: "string" } }
const EDITS = {
  type: "array",
  items: { type: "object", properties: { search: { type: "string" }, count: { type: "integer" } } },
}

describe("xml arguments in elements", () => {
  it.each<readonly [string, string, JsonObject, unknown]>([
    ["a number", "<x> 3.5 </x>", typedAs({ type: "number" }), 3.5],
    ["an integer", "<x>-7</x>", typedAs({ type: "integer" }), -7],
    ["a boolean in any case", "<x>True</x>", typedAs({ type: "boolean" }), true],
    ["digits where the schema wants text", "<x>007</x>", typedAs({ type: "string" }), "007"],
    ["text where a number is wanted, left for the tool to refuse", "<x>many</x>", typedAs({ type: "number" }), "many"],
    ["null where the schema allows it", "<x>null</x>", typedAs({ type: ["integer", "null"] }), null],
    ["text in preference to null", "<x>null</x>", typedAs({ type: ["string", "null"] }), "null"],
    ["repeated elements", "<x>a</x><x>b</x>", typedAs(STRINGS), ["a", "b"]],
    ["one element of a list", "<x>a</x>", typedAs(STRINGS), ["a"]],
    ["nested elements of any name", "<x><v>a</v><v>b</v></x>", typedAs(STRINGS), ["a", "b"]],
    [
      "a list of numbers",
      "<x><item>1</item><item>2</item></x>",
      typedAs({ type: "array", items: { type: "integer" } }),
      [1, 2],
    ],
    ["an empty list", "<x></x>", typedAs(STRINGS), []],
    ["a list written as JSON", '<x>["a", "b"]</x>', typedAs(STRINGS), ["a", "b"]],
    [
      "a list of lists",
      "<x><r><c>1</c><c>2</c></r><r><c>3</c></r></x>",
      typedAs({ type: "array", items: { type: "array", items: { type: "number" } } }),
      [[1, 2], [3]],
    ],
    [
      "a list of objects",
      "<x><e><search>a</search><count>1</count></e><e><search>b</search></e></x>",
      typedAs(EDITS),
      [{ search: "a", count: 1 }, { search: "b" }],
    ],
    [
      "a single object of a list without a wrapper",
      "<x><search>a</search><count>2</count></x>",
      typedAs(EDITS),
      [{ search: "a", count: 2 }],
    ],
    [
      "an object",
      "<x><n>1</n><o><b>false</b></o></x>",
      typedAs({
        type: "object",
        properties: { n: { type: "number" }, o: { type: "object", properties: { b: { type: "boolean" } } } },
      }),
      { n: 1, o: { b: false } },
    ],
    ["an object written as JSON", '<x>{"n": 1}</x>', typedAs({ type: "object" }), { n: 1 }],
    [
      "a map of numbers",
      "<x><a>1</a><b>2</b></x>",
      typedAs({ type: "object", additionalProperties: { type: "number" } }),
      { a: 1, b: 2 },
    ],
    ["one of several types", "<x>5</x>", typedAs({ anyOf: [{ type: "integer" }, { type: "boolean" }] }), 5],
    ["one of some values", "<x>2</x>", typedAs({ enum: [1, 2, 3] }), 2],
    [
      "the target of a reference",
      "<x><n>1</n></x>",
      {
        ...typedAs({ $ref: "#/$defs/point" }),
        $defs: { point: { type: "object", properties: { n: { type: "number" } } } },
      },
      { n: 1 },
    ],
    [
      "unescaped HTML as text",
      '<x><p class="a">Tom &amp; Jerry</p></x>',
      typedAs({ type: "string" }),
      '<p class="a">Tom &amp; Jerry</p>',
    ],
    ["a generic type, as text", "<x>List <int> of</x>", typedAs({ type: "string" }), "List <int> of"],
  ])("convert %s as the schema says (F1)", (_what, elements, schema, expected) => {
    expect(argumentsFrom(elements, schema)).toEqual({ x: expected })
  })

  it.each([
    'if (a < b && c > d) { return "x & y" } // 100% <ok',
    "R&D",
    "a <= b\n\tc & d\n",
    "  indented & trailing  ",
    "\n & begins with a line break",
    "x << 2 && y",
  ])("F2: have the same value escaped, in CDATA and with bare ampersands: %j", (content) => {
    const escaped = content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
    const schema = typedAs({ type: "string" })
    for (const given of [schema, undefined]) {
      expect(argumentsFrom(`<x>${escaped}</x>`, given)).toEqual({ x: content })
      expect(argumentsFrom(`<x><![CDATA[${content}]]></x>`, given)).toEqual({ x: content })
      expect(argumentsFrom(`<x>${content}</x>`, given)).toEqual({ x: content })
      expect(argumentsFrom(`<x>${content.replaceAll("<", "&lt;")}</x>`, given)).toEqual({ x: content })
    }
  })

  it.each([
    ["one line, with its spaces", "<x>  a  </x>", "  a  "],
    ["one line that pretty printing moved to its own line", "<x>\n      a\n    </x>", "a"],
    ["several lines, with their indentation", "<x>\n    a\n      b\n  </x>", "    a\n      b"],
    ["several lines that begin directly after the tag", "<x>a\n  b\n</x>", "a\n  b\n"],
    ["several lines in CDATA, exactly", "<x><![CDATA[\n  a\n]]></x>", "\n  a\n"],
    ["CDATA that pretty printing moved to its own line", "<x>\n  <![CDATA[ a ]]>\n</x>", " a "],
    ["nothing but a line break", "<x>\n</x>", ""],
  ])("keep %s", (_what, elements, expected) => {
    expect(argumentsFrom(elements)).toEqual({ x: expected })
  })

  it("F4: keep a tag that is spelled like one of the dialect's", () => {
    const content = "</tool> <tool> </arguments> <thinking> </think> ]] > <![CDATA["
    expect(argumentsFrom(`<x><![CDATA[${content}]]></x>`)).toEqual({ x: content })
  })

  it("treat __proto__ as an ordinary member", () => {
    const given = argumentsFrom("<__proto__><a>1</a></__proto__>") as object
    expect(Object.keys(given)).toEqual(["__proto__"])
    expect(Object.getPrototypeOf(given)).toBe(Object.prototype)
  })

  it("are refused or parsed at any depth, without a stack overflow", () => {
    const deep = `${"<a>".repeat(10_000)}${"</a>".repeat(10_000)}`
    expect(() => argumentsFrom(deep)).not.toThrow()
  })
})

describe("xml tags in capitals", () => {
  const call = { name: "make", arguments: { x: "1" } }

  it.each([
    ["xml", "<TOOL><tool_name>make</tool_name><arguments><x>1</x></arguments></TOOL>"],
    ["xml", "<TOOL><TOOL_NAME>make</TOOL_NAME><ARGUMENTS><x>1</x></ARGUMENTS></TOOL>"],
    ["xml", '<Tool name="make"><arguments><x>1</x></arguments></Tool>'],
    ["xml-json", '<TOOL>{"tool_name": "make", "arguments": {"x": "1"}}</TOOL>'],
    ["xml-json", '<TOOL>{"tool_name": "make", "arguments": {"x": "1"}}</tool>'],
    ["hermes", '<TOOL_CALL>{"name": "make", "arguments": {"x": "1"}}</TOOL_CALL>'],
  ] as const)("are calls in %s: %s", (dialect, written) => {
    const input = `Here. ${written} Done.`
    const expected = parseAnswer(dialect, [input])
    expect(expected).toMatchObject({ text: "Here.  Done.", calls: [call], problems: [] })
    for (let place = 1; place < input.length; place++)
      expect(parseAnswer(dialect, [input.slice(0, place), input.slice(place)])).toEqual(expected)
  })

  it.each(["The <TOOL> tag begins a call.", "<TOOLS> is another."])(
    "are text where they are only mentioned: %s",
    (input) => {
      expect(parseAnswer("xml", [input])).toMatchObject({ text: input, calls: [], problems: [] })
    },
  )
})

describe("backslashes in JSON arguments", () => {
  const heard = (path: string) =>
    parseAnswer("xml-json", [`<tool>{"tool_name": "make", "arguments": {"p": "${path}"}}</tool>`])

  it.each(["C:\\Users\\new", "C:\\new\\Users", "\\d+\\n"])("that are ambiguous are a problem: %s", (path) => {
    expect(heard(path)).toMatchObject({
      calls: [],
      problems: [{ code: "malformed-json", message: expect.stringContaining("two ways") }],
    })
  })

  it.each([
    ["C:\\Users\\Me", "C:\\Users\\Me"],
    ["C:\\Users\\\\new", "C:\\Users\\new"],
    ["line\\nline", "line\nline"],
  ])("with one meaning are parsed: %s", (path, expected) => {
    expect(heard(path).calls).toMatchObject([{ arguments: { p: expected } }])
  })

  it("in an answer already emitted keep the emitted meaning", () => {
    const { text, problems } = parseAnswer("structured", ['{"type": "FinalResponse", "answer": "\\alpha\\nis"}'])
    expect({ text, problems }).toEqual({ text: "\\alpha\nis", problems: [] })
  })
})

it("xml keeps CDATA exactly, and removes indentation from plain text, as the prompt says", () => {
  expect(argumentsFrom("<content>\nx\n</content>")).toEqual({ content: "x" })
  expect(argumentsFrom("<content><![CDATA[\nx\n]]></content>")).toEqual({ content: "\nx\n" })
  expect(argumentsFrom("<content>\n<![CDATA[x]]>\n</content>")).toEqual({ content: "x" })
  const { system } = xml().write(
    { system: "", messages: [], tools: [{ name: "a", description: "", inputSchema: {} }], blobs: new Map() },
    { jsonSchema: false },
  )
  expect(system).toContain("taken exactly as it is")
})
