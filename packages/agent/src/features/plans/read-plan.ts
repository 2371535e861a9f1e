// Parses a planner's answer into steps. Small models write plans in many ways: numbered lines, JSON, calls of
// `add_step`, each of them between other text.
import { defined } from "../../base/defined.ts"
import { isObject } from "../../base/is-object.ts"
import type { PlanStep } from "../../contracts/plan.ts"
import { addedSteps } from "./added-steps.ts"
import { LINE, numbersIn, readEntry, readLine, type Written } from "./plan-entry.ts"

export type ReadPlan = { readonly steps: readonly PlanStep[] } | { readonly why: string }

export interface PlanLimits {
  readonly maxSteps: number
}

export const NO_TOOLS_NEEDED = "No tools are needed."

export function readPlan(said: { readonly text: string; readonly isCut: boolean }, { maxSteps }: PlanLimits): ReadPlan {
  if (said.isCut) return { why: "The plan was cut off at the output limit." }
  // What follows is an answer, perhaps with a list in it, and no plan.
  if (NONE_FIRST.test(said.text)) return { why: NO_TOOLS_NEEDED }
  const added = addedSteps(said.text)
  if (added !== undefined) return planOf(added, maxSteps)
  const json = stepsInJson(said.text)
  const lines = stepsInLines(said.text)
  // A line may quote JSON; JSON as a plan stands by itself.
  const written = json !== undefined && (lines.length === 0 || /^\s*(?:```\w*\s*)?[[{]/.test(said.text)) ? json : lines
  if (written.length === 0) {
    const isNone = NONE.test(said.text) || json !== undefined
    return { why: isNone ? NO_TOOLS_NEEDED : UNREADABLE }
  }
  return planOf(written, maxSteps)
}

const UNREADABLE = "The plan could not be read."

/** `written`: an empty list means that there is nothing to do, "unreadable" that one of the steps cannot be parsed. */
function planOf(written: readonly Written[] | "unreadable", maxSteps: number): ReadPlan {
  if (written === "unreadable") return { why: UNREADABLE }
  if (written.length === 0) return { why: NO_TOOLS_NEEDED }
  if (written.length > maxSteps) return { why: `The plan has ${written.length} steps, and ${maxSteps} are allowed.` }
  return numbered(written)
}

const NONE_FIRST = /^\W*(?:no tools?|none)(?: (?:are |is )?(?:needed|required|necessary))?[\s*.!:]*(?:\n|$)/i
const NONE = /\bno (?:tools?|steps?)\b|\bnone\b/i

/**
 * Numbers become places: a step needs what stands before it, whatever number the planner gave it. A need that matches
 * no step makes the plan unreadable: without it the step would run even if what it depends on failed.
 */
function numbered(steps: readonly Written[]): ReadPlan {
  const written: readonly Written[] = isNumbered(steps) ? steps : steps.map(({ number: _same, ...step }) => step)
  const places = new Map(written.map(({ number }, index) => [number ?? index + 1, index + 1]))
  const strange = written.flatMap(({ needs }) => needs).find((need) => !places.has(need))
  if (strange !== undefined) return { why: `The plan needs a step ${strange}, and has none.` }
  return {
    steps: written.map(({ what, tool, needs }, index): PlanStep => {
      const mentioned = mentions(what).filter((need) => (places.get(need) ?? index + 1) <= index)
      const all = [...needs, ...mentioned]
        .flatMap((need) => places.get(need) ?? [])
        .filter((need) => need !== index + 1)
      return { what, needs: [...new Set(all)].sort((a, b) => a - b), ...defined({ tool }) }
    }),
  }
}

/** In Markdown every line may be numbered "1.": then the place counts. */
function isNumbered(steps: readonly Written[]): boolean {
  const numbers = steps.flatMap(({ number }) => number ?? [])
  return new Set(numbers).size === numbers.length
}

/** "the text from step 2", "the files of steps 1 and 3". */
function mentions(what: string): readonly number[] {
  const found = what.matchAll(/\b(?:steps?|schritte?)\s+#?(\d+(?:\s*(?:,|and|und|&|-|–|to|bis)\s*#?\d+)*)/gi)
  return [...found].flatMap(([, list = ""]) => numbersIn(list))
}

/** Only with a tool in front: other bullets are remarks, "[x]" is a box, and "[a](b)" a link. */
const BULLET = /^[-*•]\s+(\[(?!\s*x?\s*\])[^\]]+\](?!\().*\S)\s*$/i
function stepsInLines(text: string): readonly Written[] {
  const steps: Written[] = []
  let outermost = Number.POSITIVE_INFINITY
  for (const line of text.split("\n")) {
    const indent = line.search(/\S/)
    const [, number = "", rest = ""] = LINE.exec(line) ?? []
    const last = steps.at(-1)
    // What stands indented below a step belongs to it, numbered or not.
    const isBelow = last !== undefined && indent > 0 && (number === "" || indent > outermost + 1)
    if (isBelow) steps[steps.length - 1] = { ...last, what: `${last.what} ${line.trim()}` }
    else if (number !== "") {
      outermost = Math.min(outermost, indent)
      steps.push(readLine(Number(number), rest))
    }
  }
  const written = steps.length > 0 ? steps : text.split("\n").flatMap(readBullet)
  return written.filter(({ what }) => what !== "")
}

function readBullet(line: string): readonly Written[] {
  const [, rest] = BULLET.exec(line.trim()) ?? []
  return rest === undefined ? [] : [readLine(undefined, rest)].filter(({ tool }) => tool !== undefined)
}

/** Undefined when it contains no JSON that looks like a plan. */
function stepsInJson(text: string): readonly Written[] | undefined {
  for (const [from, to] of [
    ["{", "}"],
    ["[", "]"],
  ] as const) {
    const body = text.slice(text.indexOf(from), text.lastIndexOf(to) + 1)
    const parsed = body === "" ? undefined : parse(body)
    const list = Array.isArray(parsed) ? parsed : listIn(parsed)
    const steps = list?.flatMap((each: unknown) => readEntry(each) ?? [])
    if (list !== undefined && steps?.length === list.length) return steps
  }
  return undefined
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function listIn(parsed: unknown): readonly unknown[] | undefined {
  if (!isObject(parsed)) return undefined
  const { steps, plan, tasks }: Readonly<Record<string, unknown>> = parsed
  return [steps, plan, tasks].find((each): each is unknown[] => Array.isArray(each))
}
