// Attack: a server lists one tool with a schema that a provider refuses, so every
// request of the agent fails. Whatever a server lists, the requests pass the strict
// checkers of three providers, and arguments that fit the tool's own schema still do.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { text } from "../../packages/agent/src/contracts/content.ts"
import type { Json, JsonObject } from "../../packages/agent/src/contracts/json.ts"
import type { FitTool, Model, ModelRequest, ToolDefinition } from "../../packages/agent/src/contracts/model.ts"
import { readListed, toTool } from "../../packages/agent/src/mcp/listed-tool.ts"
import { toolNames } from "../../packages/agent/src/mcp/names.ts"
import { dialectNamed, speaking } from "../../packages/agent/src/model/dialects/dialects.ts"
import { anthropicText, openAiText } from "../../packages/agent/src/model/wire/__fixtures__/written.ts"
import { fitSchema } from "../../packages/agent/src/model/wire/fit/fit-schema.ts"
import { sentTool } from "../../packages/agent/src/model/wire/fit/fit-tools.ts"
import { ownArguments, sentArguments } from "../../packages/agent/src/model/wire/fit/property-names.ts"
import { ANTHROPIC, GEMINI, OPENAI } from "../../packages/agent/src/model/wire/fit/rules.ts"
import { requestObjections } from "../../packages/agent/src/testing/strict-requests.ts"
import { compileSchema } from "../../packages/agent/src/tools/input-schema.ts"

const options = { model: "m", baseUrl: "http://test/v1" }
const RULES = { openai: OPENAI, anthropic: ANTHROPIC, gemini: GEMINI } as const
const PROVIDERS = ["openai", "anthropic", "gemini"] as const

function bodyFor(provider: (typeof PROVIDERS)[number], request: ModelRequest): string {
  if (provider === "anthropic") return anthropicText(options)(request)
  return openAiText({ ...options, provider }, "f")(request)
}

/** Turns a server's list into the definitions that are offered. */
function offered(listed: readonly unknown[]): readonly ToolDefinition[] {
  const tools = readListed(JSON.parse(JSON.stringify(listed))).filter(({ refused }) => refused === undefined)
  const names = toolNames(
    "server",
    tools.map(({ name }) => name),
  )
  return tools.map((tool) => {
    const name = names.get(tool.name) ?? tool.name
    const made = toTool(tool, { name, server: "server", timeoutMs: 1, maxTimeoutMs: 1, run: async () => "" })
    return { name, description: made.description, inputSchema: compileSchema(name, made.input).jsonSchema }
  })
}

function objections(tools: readonly ToolDefinition[]): readonly string[] {
  const messages = [{ role: "user", parts: [text("Go")] }] as const
  return PROVIDERS.flatMap((provider) => {
    const body = bodyFor(provider, { system: "Be careful.", messages, tools, blobs: new Map() })
    return requestObjections(body, provider).map((said) => `${provider}: ${said}`)
  })
}

/** Objections to a request with an answer schema, whether or not the provider says that it supports one. */
async function heldObjections(tools: readonly ToolDefinition[]): Promise<readonly string[]> {
  const said = await Promise.all(
    PROVIDERS.map(async (provider) => {
      const { body } = await heldRequest(provider, tools)
      return requestObjections(body, provider).map((each) => `${provider}: ${each}`)
    }),
  )
  return said.flat()
}

/** Sends one request by the path that every request takes; `answer` is the model's answer. */
async function heldRequest(provider: (typeof PROVIDERS)[number], tools: readonly ToolDefinition[], answer = "{}") {
  let body = ""
  const rules = RULES[provider]
  const fit: FitTool = (tool) => sentTool(tool, rules)
  const model: Model = {
    name: "m",
    takesAnswerSchema: true,
    toolFitting: async () => fit,
    ask: async (request) => {
      body = bodyFor(provider, request)
      return { kind: "answer", text: answer, reasoning: [], calls: [], problems: [], stop: "end" }
    },
  }
  const messages = [{ role: "user", parts: [text("Go")] }] as const
  const request = { system: "Be careful.", messages, tools, blobs: new Map() }
  const how = { signal: new AbortController().signal, onText: () => {}, onReasoning: () => {} }
  const reply = await speaking(model, dialectNamed("structured")).ask(request, how)
  return { body, reply }
}

// A property name that promises have, too.
const THEN = "then"
const string: JsonObject = { type: "string" }
const list = (length: number) => Array.from({ length }, (_, at) => `value ${at}`)
const deep = (levels: number): JsonObject =>
  Array.from({ length: levels }).reduce<JsonObject>((inner) => ({ type: "object", properties: { inner } }), string)

const ATTACKS: readonly (readonly [string, Json])[] = [
  [
    "anyOf at the top",
    {
      anyOf: [
        { properties: { a: string }, required: ["a"] },
        { properties: { b: string }, required: ["b"] },
      ],
    },
  ],
  [
    "oneOf at the top, beside properties",
    { type: "object", properties: { a: string }, oneOf: [{ required: ["a"] }, { required: ["b"] }] },
  ],
  [
    "allOf at the top",
    { allOf: [{ $ref: "#/$defs/a" }, { properties: { b: string } }], $defs: { a: { properties: { a: string } } } },
  ],
  [
    "not, enum, const and if at the top",
    { not: {}, enum: [{}], const: {}, if: {}, [THEN]: { properties: { a: string } } },
  ],
  [
    "a reference at the top",
    { $ref: "#/definitions/x", definitions: { x: { type: "object", properties: { a: string } } } },
  ],
  ["a reference to itself", { $ref: "#" }],
  ["two references in a circle", { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } }],
  [
    "a tree",
    {
      properties: { tree: { $ref: "#/$defs/node" } },
      $defs: { node: { type: "object", properties: { children: { type: "array", items: { $ref: "#/$defs/node" } } } } },
    },
  ],
  [
    "a reference to another document",
    { properties: { a: { $ref: "https://example.test/schema.json" }, b: { $ref: "#nowhere" }, c: { $ref: 5 } } },
  ],
  [
    "references that double at each level",
    {
      properties: { a: { $ref: "#/$defs/d0" } },
      $defs: Object.fromEntries(
        Array.from({ length: 40 }, (_, at) => [
          `d${at}`,
          { type: "object", properties: { l: { $ref: `#/$defs/d${at + 1}` }, r: { $ref: `#/$defs/d${at + 1}` } } },
        ]),
      ),
    },
  ],
  [
    "arrays without items",
    {
      properties: {
        a: { type: "array" },
        b: { type: ["array", "null"] },
        c: { items: true },
        d: { type: "array", items: false },
      },
    },
  ],
  [
    "items in order",
    {
      properties: {
        a: { type: "array", items: [string, { type: "number" }], additionalItems: false },
        b: { prefixItems: [string] },
      },
    },
  ],
  [
    "objects without properties",
    {
      properties: {
        a: { type: "object" },
        b: { type: "object", additionalProperties: string },
        c: { type: "array", items: { type: "object" } },
      },
    },
  ],
  ["nothing at all", {}],
  [
    "names that no provider accepts",
    {
      properties: {
        "filter[id]": string,
        $top: string,
        "@odata.type": string,
        "": string,
        "a b": string,
        ["x".repeat(100)]: string,
        naïve: string,
      },
      required: ["filter[id]", "a b"],
    },
  ],
  [
    "names that become equal when they are changed",
    { properties: { "a b": string, a_b: string, "a!b": string, "a?b": string } },
  ],
  [
    "names that every object has",
    { properties: { __proto__: string, constructor: string, toString: string, hasOwnProperty: string } },
  ],
  [
    "required entries that are not described, duplicate, or no names",
    { properties: { a: string }, required: ["a", "a", "b", 5, null] },
  ],
  ["required as a flag", { properties: { a: { type: "string", required: true } }, required: true }],
  [
    "unknown types",
    {
      properties: {
        a: { type: "any" },
        b: { type: null },
        c: { type: ["string", "date"] },
        d: { type: [] },
        e: { type: {} },
      },
    },
  ],
  [
    "lists of types",
    { properties: { a: { type: ["string", "number", "null"], description: "x" }, b: { type: ["object", "array"] } } },
  ],
  ["const", { properties: { a: { const: "x" }, b: { const: 5 }, c: { const: null }, d: { const: { e: 1 } } } }],
  [
    "boolean schemas",
    {
      properties: { a: true, b: false, c: { anyOf: [false, true] }, d: { additionalProperties: false } },
      required: ["b"],
    },
  ],
  ["values that are no schemas", { properties: { a: null, b: 5, c: "string", d: [], e: [string] } }],
  ["properties that are no object", { properties: [string] }],
  ["huge enums", { properties: { a: { enum: list(5000) }, b: { enum: ["x".repeat(50_000)] } } }],
  [
    "odd enums",
    {
      properties: {
        a: { enum: [] },
        b: { enum: ["a", "a"] },
        c: { enum: [1, 2] },
        d: { enum: ["", "x"] },
        e: { enum: [null, "x"] },
        f: { enum: "x" },
        g: { type: "integer", enum: ["1"] },
      },
    },
  ],
  [
    "unknown formats",
    {
      properties: {
        a: { type: "string", format: "uri-template" },
        b: { type: "string", format: 5 },
        c: { type: "integer", format: "uint128" },
      },
    },
  ],
  [
    "limits of the oldest draft",
    { properties: { a: { type: "number", minimum: 0, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false } } },
  ],
  [
    "limits that are no limits",
    {
      properties: {
        a: { type: "string", minLength: -1, maxLength: "5", pattern: "(" },
        b: { multipleOf: 0 },
        c: { minItems: 1.5 },
      },
    },
  ],
  ["patterns with lookaround", { properties: { a: { type: "string", pattern: "^(?!x).*$" } } }],
  [
    "alternatives of alternatives",
    {
      properties: {
        a: {
          description: "all",
          anyOf: [
            { oneOf: [string, { type: "null" }] },
            { allOf: [{ type: "object" }, { properties: { b: string } }] },
          ],
          type: "object",
          properties: { c: string },
        },
      },
    },
  ],
  [
    "conditions inside",
    {
      properties: {
        a: {
          type: "object",
          if: { properties: { b: { const: 1 } } },
          [THEN]: { required: ["c"] },
          dependentRequired: { b: ["c"] },
          patternProperties: { "^x": string },
          additionalProperties: false,
        },
      },
    },
  ],
  ["ninety levels", deep(40)],
  [
    "another dialect",
    {
      $schema: "http://json-schema.org/draft-04/schema#",
      $id: "not a uri",
      id: "x",
      $anchor: "1",
      properties: { a: { $id: "x", $anchor: "5", $comment: 5 } },
    },
  ],
  [
    "keywords of OpenAPI",
    { properties: { a: { type: "string", nullable: true, example: "x", discriminator: { propertyName: "b" } } } },
  ],
  [
    "half characters",
    {
      description: "\ud83d",
      properties: { "\ud83d": { enum: ["\ude00"], default: "\ud83d", description: "\0", "\ud83dx": 1 } },
      required: ["\ud83d"],
    },
  ],
  ["strings in place of lists", { properties: { a: { anyOf: "x", allOf: {}, oneOf: 5, enum: {}, examples: "x" } } }],
]

describe("a server whose tool has", () => {
  it.each(ATTACKS)("%s does not make the request fail", async (_, inputSchema) => {
    const tools = offered([
      { name: "good", description: "Good.", inputSchema: { type: "object" } },
      { name: "bad", inputSchema },
    ])
    expect(tools).toHaveLength(2)
    expect(objections(tools)).toEqual([])
    expect(await heldObjections(tools)).toEqual([])
  })

  it("more tools of the largest kind than fit into one answer schema does not make the request fail", async () => {
    const huge = { properties: Object.fromEntries(list(900).map((name) => [name, { enum: list(200) }])) }
    const tools = offered(Array.from({ length: 30 }, (_, at) => ({ name: `t${at}`, inputSchema: huge })))
    expect(await heldObjections(tools.slice(0, 1))).toEqual([])
    expect(await heldObjections(tools)).toEqual([])
  })

  it("parameter names that no provider accepts is called with its own names, also where an answer schema renames them", async () => {
    const properties = { "filter[id]": string, more: { type: "object", properties: { "a b": string } } }
    const tools = offered([{ name: "t", inputSchema: { type: "object", properties } }])
    const own = { "filter[id]": "x", more: { "a b": "y" } }
    for (const provider of PROVIDERS) {
      const { names } = fitSchema(tools[0]?.inputSchema ?? {}, RULES[provider])
      const call = { type: tools[0]?.name ?? "", thought: "", arguments: sentArguments(own, names) }
      expect(JSON.stringify(call)).not.toContain("filter[id]")
      const { reply } = await heldRequest(provider, tools, JSON.stringify({ decision: call }))
      expect(reply).toMatchObject({ calls: [{ name: tools[0]?.name, arguments: own }] })
    }
  })

  it("a description of 50,000 characters, half characters in it, or none, does not make the request fail", () => {
    const described = ["x ".repeat(25_000), "\ud83d".repeat(3000), "", " ", "a\0b", 5, null].map((description, at) => ({
      name: `t${at}`,
      description,
      inputSchema: {},
    }))
    expect(offered(described)).toHaveLength(7)
    expect(objections(offered(described))).toEqual([])
  })

  it("a name that no provider accepts does not make the request fail", () => {
    const named = ["a b", "a.b", "a/b", "😀", "x".repeat(100), "\ud83d", "", "a\0", 5, "__proto__"].map((name) => ({
      name,
      inputSchema: {},
    }))
    expect(objections(offered(named))).toEqual([])
  })
})

const NAMES = fc.constantFrom(
  "a",
  "b",
  "c d",
  "filter[id]",
  "__proto__",
  "x".repeat(70),
  "\ud83d",
  "ü",
  "",
  "$ref",
  "type",
)
const TYPE = fc.constantFrom<Json>("string", "number", "integer", "boolean", "object", "array", "null", "any", 5, null)
const PLAIN = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant("\ud83d"))

/** Valid or not: anything that a server may send. */
const { schema: SCHEMA } = fc.letrec<{ schema: Json; object: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom<Json>({}, true, false, { type: "string" }, null),
    tie("object"),
  ),
  object: fc.record(
    {
      type: fc.oneof(TYPE, fc.array(TYPE, { maxLength: 3 })),
      description: fc.oneof(fc.string(), fc.constant("\ud83d"), fc.integer()),
      properties: fc.oneof(fc.dictionary(NAMES, tie("schema"), { maxKeys: 4 }), fc.constant(null)),
      required: fc.oneof(fc.array(NAMES, { maxLength: 3 }), fc.boolean()),
      additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
      items: fc.oneof(tie("schema"), fc.array(tie("schema"), { maxLength: 3 })),
      prefixItems: fc.array(tie("schema"), { maxLength: 3 }),
      anyOf: fc.array(tie("schema"), { maxLength: 3 }),
      oneOf: fc.array(tie("schema"), { maxLength: 3 }),
      allOf: fc.array(tie("schema"), { maxLength: 3 }),
      not: tie("schema"),
      if: tie("schema"),
      [THEN]: tie("schema"),
      enum: fc.oneof(fc.array(PLAIN, { maxLength: 4 }), fc.constant(list(600)), fc.string()),
      const: PLAIN,
      default: PLAIN,
      format: fc.constantFrom<Json>("date-time", "uri", "made-up", 5),
      pattern: fc.constantFrom<Json>("^a", "(", "(?=x)", 5),
      minimum: fc.oneof(fc.integer(), fc.string()),
      exclusiveMinimum: fc.oneof(fc.boolean(), fc.integer()),
      minLength: fc.integer(),
      minItems: fc.double(),
      nullable: fc.boolean(),
      patternProperties: fc.dictionary(fc.constantFrom("^a", "(", "b"), tie("schema"), { maxKeys: 2 }),
      $ref: fc.constantFrom<Json>("#", "#/$defs/a", "#/$defs/b", "#/properties/a", "#/nowhere", "elsewhere", 5),
      $defs: fc.dictionary(fc.constantFrom("a", "b"), tie("schema"), { maxKeys: 2 }),
      $schema: fc.constantFrom("http://json-schema.org/draft-07/schema#", "made-up"),
      $id: fc.string(),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<JsonObject>,
}))

describe("for any tools that a server lists", () => {
  it("three providers accept the request (property)", () => {
    fc.assert(
      fc.property(fc.array(SCHEMA, { minLength: 1, maxLength: 3 }), (schemas) => {
        const tools = offered(schemas.map((inputSchema, at) => ({ name: `t${at}`, description: "x", inputSchema })))
        expect(objections(tools)).toEqual([])
      }),
      // The seed reproduces a failure; shrinking takes longer than finding it.
      { numRuns: 75, endOnFailure: true },
    )
  })

  it("three providers accept the request with an answer schema (property)", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(SCHEMA, { minLength: 1, maxLength: 3 }), async (schemas) => {
        const tools = offered(schemas.map((inputSchema, at) => ({ name: `t${at}`, description: "x", inputSchema })))
        expect(await heldObjections(tools)).toEqual([])
      }),
      { numRuns: 75, endOnFailure: true },
    )
  })

  it("arguments that fit a schema are decoded unchanged, and still fit it (property)", async () => {
    const names = fc.dictionary(
      NAMES,
      fc.constantFrom<Json>({ type: "string" }, { type: "object", properties: { "c d": { type: "string" } } }),
    )
    await fc.assert(
      fc.asyncProperty(names, fc.constantFrom(...PROVIDERS), async (properties, provider) => {
        const [tool] = offered([{ name: "t", inputSchema: { type: "object", properties } }])
        const inputSchema = tool?.inputSchema ?? {}
        const own = Object.entries(inputSchema.properties ?? {}).map(([name, each]) => [
          name,
          isText(each) ? "x" : { "c d": "y" },
        ])
        const given = Object.fromEntries(own) as JsonObject
        const { names: changed, schema } = fitSchema(inputSchema, RULES[provider])
        const sent = sentArguments(given, changed)
        // The model writes the property names that it is shown.
        expect(Object.keys(sent).sort()).toEqual(Object.keys(schema.properties ?? {}).sort())
        const back = ownArguments(sent, changed)
        expect(back).toEqual(given)
        expect(await compileSchema("t", inputSchema).check(back)).toMatchObject({ ok: true })
      }),
      { numRuns: 100 },
    )
  })
})

function isText(schema: Json): boolean {
  return JSON.stringify(schema).startsWith('{"type":"string"')
}
