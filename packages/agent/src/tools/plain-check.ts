// Checks values against plain schemas (plain-schema.ts): the same problems as ajv reports, in the same order.
import type { Json, JsonObject } from "../contracts/json.ts"
import type { SchemaCheck, SchemaProblem } from "./ajv-check.ts"
import { allOf, GROUPS, IS, type PlainSchema, type Rule, type TypeName } from "./plain-groups.ts"

export function plainCheck(schema: JsonObject): SchemaCheck {
  const rule = ruleOf(schema)
  return (value) => {
    const found: SchemaProblem[] = []
    rule(value, "", found)
    return found
  }
}

function ruleOf(schema: Json | undefined): Rule {
  if (schema === true) return () => {}
  const plain = schema as PlainSchema // isPlain has looked at it.
  const types = plain.type === undefined ? [] : [plain.type].flat()
  const groups = GROUPS.filter(({ keywords }) => keywords.some((keyword) => plain[keyword] !== undefined))
  const isWrong = types.length > 0 && typeProblem(plain.type, types)
  // ajv reports a wrong type where it checks what the type allows, if that is one group of keywords.
  const late = types.length === 1 ? groups.find(({ type }) => type === types[0]) : undefined
  const rules: Rule[] = []
  if (isWrong && late === undefined) rules.push(isWrong)
  if (plain.enum !== undefined) rules.push(choiceRule([...plain.enum]))
  for (const group of groups) rules.push(group.rule(plain, ruleOf, late === group && isWrong ? isWrong : undefined))
  return allOf(rules)
}

function typeProblem(type: PlainSchema["type"], types: readonly TypeName[]): Rule {
  const [only] = types
  const isRight =
    types.length === 1 && only !== undefined ? IS[only] : (data: unknown) => types.some((each) => IS[each](data))
  // Most values are texts: no function is called for them.
  const isText = only === "string"
  return (data, instancePath, found) => {
    if ((isText && typeof data === "string") || isRight(data)) return
    found.push({ keyword: "type", instancePath, params: { type }, message: `must be ${types}`, schema: type, data })
  }
}

function choiceRule(allowedValues: readonly Json[]): Rule {
  const message = "must be equal to one of the allowed values"
  return (data, instancePath, found) => {
    if (allowedValues.includes(data as Json)) return
    found.push({ keyword: "enum", instancePath, params: { allowedValues }, message, schema: allowedValues, data })
  }
}
