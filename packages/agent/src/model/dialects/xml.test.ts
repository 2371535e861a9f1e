import { describe, expect, it } from "vitest"
import type { JsonObject } from "../../contracts/json.ts"
import type { ToolDefinition } from "../../contracts/model.ts"
import { hear } from "./__fixtures__/corpus.ts"

function argumentsFrom(elements: string, inputSchema?: JsonObject): unknown {
  const tools: readonly ToolDefinition[] =
    inputSchema === undefined
      ? []
      : [{ name: "make", description: "", inputSchema: { type: "object", ...inputSchema } }]
  const written = `<tool><tool_name>make</tool_name><arguments>${elements}</arguments></tool>`
  const { calls, problems } = hear("xml", [written], tools)
  return calls[0]?.arguments ?? problems.map(({ code }) => code)
}

const typedAs = (type: JsonObject): JsonObject => ({ properties: { x: type } })
const STRINGS = { type: "array", items: { type: "string" } }
const EDITS = {
  type: "array",
  items: { type: "object", properties: { search: { type: "string" }, count: { type: "integer" } } },
}

describe("arguments in elements", () => {
  it.each<readonly [string, string, JsonObject, unknown]>([
    ["a number", "<x> 3.5 </x>", typedAs({ type: "number" }), 3.5],
    ["an integer", "<x>-7</x>", typedAs({ type: "integer" }), -7],
    ["a boolean in any case", "<x>True</x>", typedAs({ type: "boolean" }), true],
    ["digits where text is wanted", "<x>007</x>", typedAs({ type: "string" }), "007"],
    ["what is no number, for the tool to refuse", "<x>many</x>", typedAs({ type: "number" }), "many"],
    ["null, where it may be null", "<x>null</x>", typedAs({ type: ["integer", "null"] }), null],
    ["text before null", "<x>null</x>", typedAs({ type: ["string", "null"] }), "null"],
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
      "the only object of a list, not wrapped",
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
      "what a reference names",
      "<x><n>1</n></x>",
      {
        ...typedAs({ $ref: "#/$defs/point" }),
        $defs: { point: { type: "object", properties: { n: { type: "number" } } } },
      },
      { n: 1 },
    ],
    [
      "HTML that nobody escaped, as text",
      '<x><p class="a">Tom &amp; Jerry</p></x>',
      typedAs({ type: "string" }),
      '<p class="a">Tom &amp; Jerry</p>',
    ],
    ["a generic type, as text", "<x>List <int> of</x>", typedAs({ type: "string" }), "List <int> of"],
  ])("take %s as the schema says", (_what, elements, schema, expected) => {
    expect(argumentsFrom(elements, schema)).toEqual({ x: expected })
  })

  it.each([
    'if (a < b && c > d) { return "x & y" } // 100% <ok',
    "R&D",
    "a <= b\n\tc & d\n",
    "  indented & trailing  ",
    "\n & begins with a line break",
    "x << 2 && y",
  ])("are the same escaped, in CDATA and with bare ampersands: %j", (content) => {
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
    ["one line that pretty printing set apart", "<x>\n      a\n    </x>", "a"],
    ["several lines, with their indentation", "<x>\n    a\n      b\n  </x>", "    a\n      b"],
    ["several lines that begin with the tag", "<x>a\n  b\n</x>", "a\n  b\n"],
    ["several lines in CDATA, exactly", "<x><![CDATA[\n  a\n]]></x>", "\n  a\n"],
    ["CDATA that pretty printing set apart", "<x>\n  <![CDATA[ a ]]>\n</x>", " a "],
    ["nothing but a line break", "<x>\n</x>", ""],
  ])("keep %s", (_what, elements, expected) => {
    expect(argumentsFrom(elements)).toEqual({ x: expected })
  })

  it("are not lost when a tag in them is spelled like ours", () => {
    const content = "</tool> <tool> </arguments> <thinking> </think> ]] > <![CDATA["
    expect(argumentsFrom(`<x><![CDATA[${content}]]></x>`)).toEqual({ x: content })
  })

  it("have no member that is not theirs", () => {
    const given = argumentsFrom("<__proto__><a>1</a></__proto__>") as object
    expect(Object.keys(given)).toEqual(["__proto__"])
    expect(Object.getPrototypeOf(given)).toBe(Object.prototype)
  })

  it("deeper than anybody needs are refused or read, and never overflow", () => {
    const deep = `${"<a>".repeat(10_000)}${"</a>".repeat(10_000)}`
    expect(() => argumentsFrom(deep)).not.toThrow()
  })
})
