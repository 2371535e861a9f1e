// Long `enum` lists are renamed to our keyword, because ajv compares each value with each other.
import { expect, it } from "vitest"
import type { Json } from "../contracts/json.ts"
import { MANY_CHOICES, withManyChoices } from "./many-choices.ts"

const many = Array.from({ length: 101 }, (_, at) => at)
const few = many.slice(1)

it.each<[string, Json, Json]>([
  ["replaces a long list", { enum: many }, { [MANY_CHOICES]: many }],
  ["leaves a short list unchanged", { enum: few }, { enum: few }],
  ["replaces a nested list", { anyOf: [{ items: { enum: many } }] }, { anyOf: [{ items: { [MANY_CHOICES]: many } }] }],
  [
    "leaves a property named enum unchanged",
    { properties: { enum: { type: "string" } } },
    { properties: { enum: { type: "string" } } },
  ],
  [
    "leaves values of const and default unchanged",
    { const: { enum: many }, default: { enum: many } },
    { const: { enum: many }, default: { enum: many } },
  ],
])("withManyChoices %s", (_, given, wanted) => {
  expect(withManyChoices(given)).toEqual(wanted)
})
