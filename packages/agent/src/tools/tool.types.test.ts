// The types that `tool` infers. The compiler checks them (`npm run types`); what they promise is also run.
import { type } from "arktype"
import * as v from "valibot"
import { describe, expect, expectTypeOf, it } from "vitest"
import { z } from "zod"
import type { Json, JsonObject } from "../contracts/json.ts"
import type { InferInput } from "./input-schema.ts"
import { type Tool, type ToolContext, tool, type VerifyContext } from "./tool.ts"

interface Order {
  readonly id: number
  readonly paid: Date
  readonly note?: string | undefined
}

const context = {} as ToolContext
const about = { name: "find_order", description: "Finds an order.", effect: "read" } as const

describe("the input that a tool gets", () => {
  it("follows a JSON Schema that is written in the definition", async () => {
    const find = tool({
      ...about,
      input: {
        type: "object",
        properties: {
          order: { type: "integer" },
          size: { enum: ["s", "m"] },
          tags: { type: "array", items: { type: "string" } },
          where: { type: "object", properties: { city: { type: ["string", "null"] } }, required: ["city"] },
          ship: { anyOf: [{ const: false }, { type: "string" }] },
        },
        required: ["order", "size"],
      },
      run: (input) => {
        expectTypeOf(input).toEqualTypeOf<{
          readonly order: number
          readonly size: "s" | "m"
          readonly tags?: readonly string[]
          readonly where?: { readonly city: string | null }
          readonly ship?: false | string
        }>()
        return input.order + 1
      },
    })
    expect(await find.run({ order: 1, size: "s" }, context)).toBe(2)
  })

  it("follows a JSON Schema that is given as const", () => {
    const input = { type: "object", properties: { page: { type: "number" } }, required: ["page"] } as const
    const read = tool({ ...about, input, run: ({ page }) => page })
    expectTypeOf(read.run).parameter(0).toEqualTypeOf<{ readonly page: number }>()
  })

  it("is any JSON where a schema says no more", () => {
    expectTypeOf<InferInput<JsonObject>>().toEqualTypeOf<JsonObject>()
    expectTypeOf<InferInput<{ readonly type: "object" }>>().toEqualTypeOf<JsonObject>()
    expectTypeOf<InferInput<{ readonly properties: { readonly a: { readonly $ref: "#/x" } } }>>().toEqualTypeOf<{
      readonly a?: Json
    }>()
  })

  it("follows zod, valibot and arktype", () => {
    const ofZod = tool({ ...about, input: z.object({ n: z.number() }), run: ({ n }) => n })
    const ofValibot = tool({ ...about, input: v.object({ n: v.number() }), run: ({ n }) => n })
    const ofArktype = tool({ ...about, input: type({ n: "number" }), run: ({ n }) => n })
    expectTypeOf(ofZod.run).parameter(0).toEqualTypeOf<{ n: number }>()
    expectTypeOf(ofValibot.run).parameter(0).toEqualTypeOf<{ n: number }>()
    expectTypeOf(ofArktype.run).parameter(0).toEqualTypeOf<{ n: number }>()
    const all: readonly Tool[] = [ofZod, ofValibot, ofArktype]
    expect(all).toHaveLength(3)
  })

  it("reaches the other functions of a definition", () => {
    tool({
      ...about,
      input: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      touches: ({ path }) => [path],
      preview: ({ path }) => path.toUpperCase(),
      run: ({ path }) => path,
    })
    // @ts-expect-error: the schema names no `file`.
    tool({ ...about, input: { type: "object", properties: { path: {} } }, run: ({ file }) => file })
  })
})

describe("the context that a tool gets", () => {
  it("always has what an agent serves, and is smaller for verify", () => {
    expectTypeOf<ToolContext["ask"]>().toBeFunction()
    expectTypeOf<ToolContext["alive"]>().toBeFunction()
    expectTypeOf<ToolContext["beforeChange"]>().toBeFunction()
    expectTypeOf<VerifyContext>().not.toHaveProperty("ask")
    expectTypeOf<ToolContext>().toExtend<VerifyContext>()
  })
})

describe("the result of a tool", () => {
  it("may be an interface, and keeps its type", async () => {
    const order: Order = { id: 7, paid: new Date(0) }
    const find = tool({ ...about, input: { type: "object" }, run: async () => [order] })
    expectTypeOf<Awaited<ReturnType<typeof find.run>>>().toEqualTypeOf<Order[]>()
    const [found] = await find.run({}, context)
    expect(found?.paid.getTime()).toBe(0)
  })

  it("may not be a bigint or a symbol", () => {
    // @ts-expect-error: JSON has no bigint.
    tool({ ...about, input: { type: "object" }, run: () => 5n })
    // @ts-expect-error: JSON has no symbol.
    tool({ ...about, input: { type: "object" }, run: () => Symbol("s") })
  })
})
