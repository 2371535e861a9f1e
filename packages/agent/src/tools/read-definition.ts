// Validates what a tool's definition returns for a call (effect, risk, question, last words) before it becomes a fact:
// the author may write plain JavaScript.
import { defined } from "../base/defined.ts"
import type { EffectClass, LastWords, Risk } from "../contracts/fact.ts"
import type { PreparedCall } from "../contracts/toolbox.ts"
import { readQuestion } from "./validate-requests.ts"

/** An unknown value counts as `once`, so that the call is never run twice. */
export function effectNamed(given: unknown): EffectClass {
  return given === "read" || given === "idempotent" ? given : "once"
}

const RISKS: readonly Risk[] = ["changes", "destructive", "unknown"]

export function riskOf({ risk = "changes" }: { readonly risk?: unknown }): Risk {
  return RISKS.find((each) => each === risk) ?? "unknown"
}

export function readAsked(tool: string, given: unknown): NonNullable<PreparedCall["question"]> {
  try {
    const { question, suggestions = [] } = readQuestion(given as never)
    return { question, suggestions }
  } catch {
    throw new TypeError(`the question of "${tool}" must be { question, suggestions }, texts and a list of texts`)
  }
}

export function readLastWords(tool: string, given: unknown): LastWords {
  const { text, suggestions } = (typeof given === "object" && given !== null ? given : {}) as Partial<LastWords>
  const isRight = typeof text === "string" && isStrings(suggestions ?? [])
  if (isRight) return { text, ...defined({ suggestions }) }
  throw new TypeError(`the last words of "${tool}" must be { text, suggestions? }, a text and a list of texts`)
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === "string")
}
