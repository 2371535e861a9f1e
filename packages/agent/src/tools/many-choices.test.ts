// Long lists are no longer the validator's own, which compares each value with each.
import { expect, it } from "vitest"
import type { Json } from "../contracts/json.ts"
import { MANY_CHOICES, withManyChoices } from "./many-choices.ts"

const many = Array.from({ length: 101 }, (_, at) => at)
const few = many.slice(1)

it.each<[string, Json, Json]>([
  ["a long list", { enum: many }, { [MANY_CHOICES]: many }],
  ["a short one", { enum: few }, { enum: few }],
  ["one inside", { anyOf: [{ items: { enum: many } }] }, { anyOf: [{ items: { [MANY_CHOICES]: many } }] }],
  [
    "a property of that name",
    { properties: { enum: { type: "string" } } },
    { properties: { enum: { type: "string" } } },
  ],
  [
    "what is a value",
    { const: { enum: many }, default: { enum: many } },
    { const: { enum: many }, default: { enum: many } },
  ],
])("%s is looked up where it has to be", (_, given, wanted) => {
  expect(withManyChoices(given)).toEqual(wanted)
})
