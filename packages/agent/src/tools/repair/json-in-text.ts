// Repairs "[1, 2]" where a list is wanted and "{...}" where an object is: JSON that was quoted once too often.
import type { Json } from "../../contracts/json.ts"
import { type RepairText, typeOf } from "./repair.ts"

export const jsonInText: RepairText = (text, wanted) => {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    const value = JSON.parse(text) as Json
    return wanted.has(typeOf(value)) ? value : undefined
  } catch {
    return undefined
  }
}
