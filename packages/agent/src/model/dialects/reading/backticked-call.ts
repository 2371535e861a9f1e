// Some small models only name the tool they would use: a single tool name in backticks becomes a call without arguments.
import type { WrittenCall } from "../../../contracts/dialect.ts"
import { isDotted, type OfferedTools } from "./tool-names.ts"

const NAMED = /(?<!`)`([a-z][a-z0-9_-]*\.[a-z][a-z0-9_-]*)(?:\(\))?`(?!`)/g
const FENCE = /^[ \t]{0,20}(?:```|~~~)/

export function backtickedCall(text: string, offered: OfferedTools): WrittenCall | undefined {
  if (!text.includes("`")) return undefined
  const names = [...withoutFences(text).matchAll(NAMED)].map(([, name = ""]) => name)
  const tools = names.filter((name) => (offered.areKnown ? offered.has(name) : isDotted(name)))
  const [only] = tools
  if (only === undefined || tools.length > 1) return undefined
  return { ...offered.split(only), arguments: {} }
}

function withoutFences(text: string): string {
  let isInside = false
  const outside = text.split("\n").filter((line) => {
    const isFence = FENCE.test(line)
    if (isFence) isInside = !isInside
    return !isFence && !isInside
  })
  return outside.join("\n")
}
