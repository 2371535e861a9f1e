// Parses one step of a plan as a planner wrote it: as a line, as an entry of JSON, or as the arguments of a call.
import { defined } from "../../base/defined.ts"
import { isObject } from "../../base/is-object.ts"
/** As written, with the planner's own numbers, which may begin anywhere. */
export interface Written {
  readonly number?: number
  readonly what: string
  readonly tool?: string
  readonly needs: readonly number[]
}

export function readLine(number: number | undefined, line: string): Written {
  const needs = [...line.matchAll(NEEDS)].flatMap(([, list = ""]) => numbersIn(list))
  const plain = line.replaceAll(NEEDS, "").replaceAll("**", "").trim()
  const [hint = "", tool] = HINT.exec(plain) ?? []
  const what = plain.slice(hint.length).trim() || (tool ?? "")
  return { what, needs, ...defined({ number, tool }) }
}

const HINT = /^\[\s*([^\]()\s]+)\s*(?:\([^)]*\))?\s*\]\s*:?\s*/
const NEEDS =
  /\s*[([]\s*(?:needs?|after|depends on|requires|uses)\s*:?\s*(?:steps?\s*)?((?:steps?|through|and|und|bis|to|[#\d\s,;/&–-])*|nothing|none)\s*[)\]]\s*\.?/gi

/** "1, 2", and "1-3" as all three. */
export function numbersIn(list: string): readonly number[] {
  return [...list.matchAll(/(\d+)(?:\s*(?:-|–|to|bis|through)\s*#?(\d+))?/gi)].flatMap(([, first, last = first]) =>
    Array.from(
      { length: Math.min(MAX_IN_RANGE, Math.max(1, Number(last) - Number(first) + 1)) },
      (_, index) => Number(first) + index,
    ),
  )
}

const MAX_IN_RANGE = 1000

export const LINE =
  /^\s*(?:[-*]\s+|#{1,6}\s+(?=(?:\*\*)?step\b))?(?:\*\*)?(?:step\s*)?(\d{1,3})(?:\*\*)?\s*[.):–-](?:\*\*)?(?:\s+|(?=\[))(.*\S)\s*$/i
/** By the names that models give these fields. */
const WHAT = ["what", "description", "step", "task", "action", "instruction"]
const TOOL = ["tool", "tool_name", "toolName", "tool_hint", "server", "expected_tool", "expected_server"]
const AFTER = ["needs", "depends_on", "dependsOn", "after", "dependencies", "requires"]
const NUMBER = ["number", "id", "step_number", "index"]

export function readEntry(given: unknown): Written | undefined {
  if (typeof given === "string") return given.trim() === "" ? undefined : plainEntry(given)
  if (!isObject(given)) return undefined
  const text = (names: readonly string[]) => names.map((name) => given[name]).find((each) => typeof each === "string")
  const [what, tool] = [text(WHAT), text(TOOL)]
  if (typeof what !== "string" || what.trim() === "") return undefined
  const number = NUMBER.map((name) => Number(given[name])).find((each) => Number.isInteger(each) && each >= 0)
  const after = AFTER.map((name) => given[name]).find((each) => each !== undefined)
  const needs = (Array.isArray(after) ? after : after === undefined ? [] : [after]).flatMap((each) =>
    numbersIn(String(each)),
  )
  return {
    what: what.trim(),
    needs,
    ...defined({ number }),
    ...(typeof tool === "string" && tool !== "" && { tool }),
  }
}

/** A step as one string, perhaps with its own number. */
export function plainEntry(given: string): Written {
  const [, number = "", rest = ""] = LINE.exec(given) ?? []
  if (number !== "") return readLine(Number(number), rest)
  return readLine(undefined, given.trim())
}
