import fc from "fast-check"
import { expect, it } from "vitest"
import { copyJson, type Json } from "./json.ts"

it("copyJson copies any JSON value, including own __proto__ keys", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.stringify(copyJson(value as Json))).toBe(JSON.stringify(value))
    }),
  )
  const tricky = JSON.parse('{"__proto__":{"a":1},"b":[null]}') as Json
  expect(JSON.stringify(copyJson(tricky))).toBe('{"__proto__":{"a":1},"b":[null]}')
})

it("copyJson shares nothing with the original", () => {
  const original = { list: [{ name: "a" }] }
  const copied = copyJson(original)
  copied.list.push({ name: "b" })
  ;(copied.list[0] as { name: string }).name = "changed"
  expect(original).toEqual({ list: [{ name: "a" }] })
})
