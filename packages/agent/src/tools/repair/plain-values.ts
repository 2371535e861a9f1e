// Repairs "5" where a number is wanted and "true" where a boolean is: models that write arguments as text quote too much.
import type { RepairText } from "./repair.ts"

export const plainValue: RepairText = (text, wanted) => {
  const word = text.trim()
  if (wanted.has("boolean") && /^(?:true|false)$/i.test(word)) return word.toLowerCase() === "true"
  if (!wanted.has("number") || !NUMBER.test(word)) return undefined
  const number = Number(word)
  // An integer beyond the safe range stays text, because the conversion would lose digits.
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number)) ? number : undefined
}

/** JSON's number syntax; "0x10", "1_000" and "" do not match. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
