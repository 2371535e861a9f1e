// Parses the form that Qwen's coder models put between the same tags:
// <function=name><parameter=key>value</parameter></function>.
import type { JsonObject } from "../../../contracts/json.ts"
import { type CallSource, type Read, written } from "./called.ts"
import { type Draft, put } from "./json-object.ts"
import { problem } from "./problems.ts"
import { propertyOf, typed } from "./schema.ts"
import { typedText } from "./xml-values.ts"

const FUNCTION = /^\s*<function=([^<>\s]+)>([\s\S]*?)(?:<\/function>)?\s*$/
const PARAMETER = /\s*<parameter=([^<>\s]+)>\r?\n?([\s\S]*?)\r?\n?<\/parameter>/y

/** Undefined if the text has another form. */
export function readFunctionTags(raw: string, source: CallSource): Read | undefined {
  const [, name, inside = ""] = FUNCTION.exec(raw) ?? []
  if (name === undefined) return undefined
  const args: Draft = {}
  const tool = source.offered.find(source.offered.split(name))
  let at = 0
  for (;;) {
    PARAMETER.lastIndex = at
    const found = PARAMETER.exec(inside)
    if (found === null) break
    const [, key = "", value = ""] = found
    at = PARAMETER.lastIndex
    put(args, key, typedText(value, tool && propertyOf(typed(tool.inputSchema), key)))
  }
  return inside.slice(at).trim() === "" ? written(name, "", args as JsonObject, source.offered) : broken(source)
}

function broken({ raw, right }: CallSource): Read {
  return problem("malformed-xml", `A parameter of the call is not closed. ${right}`, raw)
}
