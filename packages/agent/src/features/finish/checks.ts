// Which finish checks an agent applies to answers, by its `finish` option.
import { PawlError } from "../../contracts/error.ts"
import type { AnsweredTurn, Finish, FinishCheck } from "../../contracts/finish-check.ts"
import { structureChecks } from "./structure.ts"
import { triggerChecks } from "./triggers.ts"

export { structureChecks, triggerChecks }

/** All that come with Pawl. */
export const builtInChecks: readonly FinishCheck[] = [...structureChecks, ...triggerChecks]

export function checksOf(finish: Finish): readonly FinishCheck[] {
  if (finish === false) return []
  if (finish === "structure") return structureChecks
  return finish === "model" ? builtInChecks : finish
}

/** Problems that types cannot check, or that come from plain JavaScript; undefined when all is well. */
export function finishProblem(finish: unknown): string | undefined {
  if (finish === false || finish === "structure" || finish === "model") return undefined
  if (!Array.isArray(finish)) return 'finish: "structure", "model", false, or a list of checks'
  const names = new Set<string>()
  for (const check of finish as readonly Partial<FinishCheck>[]) {
    const { name = "", check: look } = check ?? {}
    if (!/^[a-z][a-z0-9-]{0,40}$/.test(name)) return 'finish: a name of small letters, digits and "-" for each check'
    if (typeof look !== "function") return `finish: a function "check" for "${name}"`
    const ours = builtInChecks.find((each) => each.name === name)
    if (ours !== undefined && ours.check !== look)
      return `finish: another name for "${name}", one of Pawl's checks has it`
    if (names.has(name)) return `finish: "${name}" once, it is there twice`
    names.add(name)
  }
  return undefined
}

export interface GuardPorts {
  readonly onError: (error: unknown) => void
  /** The context of the application for a turn. */
  readonly contextAt: (turn: AnsweredTurn) => unknown
}

/** A user's own check that throws, or returns something invalid, finds nothing: it must not hold up a session. */
export function guarded(check: FinishCheck, { onError, contextAt }: GuardPorts): FinishCheck {
  if (builtInChecks.includes(check)) return check
  return {
    ...check,
    check(turn) {
      try {
        const finding: unknown = check.check({ ...turn, context: contextAt(turn) })
        if (finding === undefined || finding === null) return undefined
        const { kind, evidence, seen } = finding as Readonly<Record<string, unknown>>
        if ((kind === "nudge" || kind === "ask") && typeof evidence === "string")
          return { kind, evidence: short(evidence), ...(typeof seen === "string" && { seen: short(seen) }) }
        throw new PawlError(
          "config-invalid",
          `The finish check "${check.name}" must return { kind: "nudge" | "ask", evidence: "..." } or undefined. Its result is ignored.`,
        )
      } catch (error) {
        onError(error)
        return undefined
      }
    },
  }
}

function short(words: string): string {
  return words.slice(0, 500).toWellFormed()
}
