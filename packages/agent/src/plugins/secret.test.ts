import { format, inspect } from "node:util"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { isMasked, isSecret, Secret, secret } from "./secret.ts"

const VALUE = "hunter2-hunter2"
const hidden = new Secret(VALUE)

describe("Secret", () => {
  it.each([
    ["String()", String(hidden)],
    ["a template", `${hidden}`],
    ["concatenation", `x${hidden}`],
    ["JSON", JSON.stringify({ hidden, list: [hidden] })],
    ["inspect", inspect({ hidden }, { depth: 9, showHidden: true })],
    ["format", format("%s %j %o %O", hidden, hidden, hidden, hidden)],
    ["an error", String(new Error(`failed with ${hidden}`).stack)],
    ["its keys", JSON.stringify(Object.entries(hidden))],
    ["a copy", JSON.stringify({ ...hidden })],
    ["a structured clone", JSON.stringify(structuredClone({ ...hidden }))],
  ])("does not show its value in %s", (_, text) => expect(text).not.toContain(VALUE))

  it("gives its value by reveal()", () => expect(hidden.reveal()).toBe(VALUE))
})

describe("secret()", () => {
  it("marks JSON Schema and zod alike", () => {
    expect(isSecret(secret({ description: "key" }))).toBe(true)
    const described = z.object({ key: secret(z.string().min(8).describe("the key")) })["~standard"].jsonSchema.input({
      target: "draft-2020-12",
    })
    expect(described.properties).toEqual({
      key: { type: "string", minLength: 8, description: "the key", secret: true },
    })
  })

  it.each([
    [{ type: "string", writeOnly: true }, true],
    [{ type: "string", format: "password" }, true],
    [{ type: "string" }, false],
  ])("isSecret recognises common conventions: %j is %s", (schema, is) => expect(isSecret(schema)).toBe(is))
})

describe("isMasked", () => {
  it.each([["********"], ["••••"], [" *** "], ["[redacted]"], ["Secret(********)"]])("recognises %s", (text) =>
    expect(isMasked(text)).toBe(true),
  )
  it.each([["abc***"], [""], ["hunter2"]])("does not take %j for a mask", (text) => expect(isMasked(text)).toBe(false))
})
