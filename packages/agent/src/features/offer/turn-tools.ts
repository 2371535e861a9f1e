// The tools that a turn was restricted to: only these are offered, and a call of any other is refused.
import { isNamed } from "../../base/is-named.ts"
import type { ToolDefinition } from "../../contracts/model.ts"
import type { ToolResult } from "../../contracts/toolbox.ts"
import { defineGate } from "../../kernel/call-gate.ts"
import { refused } from "../../kernel/performers/results.ts"
import type { State } from "../../kernel/state/state.ts"
import { endingTools } from "../finish/ending-tools.ts"

export type AllowTools = (state: State, all: readonly ToolDefinition[]) => readonly ToolDefinition[]

/** Without these a turn may not be able to end. */
const ENDING: ReadonlySet<string> = new Set(endingTools().map(({ name }) => name))

/** Returns the same list for the same tools, so that it is neither written nor counted again. */
export function allowTools(): AllowTools {
  let last = { all: NONE, key: "", allowed: NONE }
  return ({ turn }, all) => {
    const only = turn?.tools
    if (only === undefined || turn?.finished !== undefined) return all
    const key = JSON.stringify(only)
    if (last.all !== all || last.key !== key)
      last = { all, key, allowed: all.filter(({ name }) => isNamed(name, only) || ENDING.has(name)) }
    return last.allowed
  }
}

const NONE: readonly ToolDefinition[] = []

/** A model may call what it was not offered. The tools that find others are in no list, and change nothing. */
export const turnToolsGate = defineGate({
  needs: ["state", "toolbox"],
  async pass({ state: { starts }, prepared: { name, ends } }, { state, toolbox }) {
    const only = state.turn?.tools
    if (only === undefined || starts > 0 || ends !== undefined || isNamed(name, only)) return undefined
    if (toolbox.definitions().every((tool) => tool.name !== name)) return undefined
    return { kind: "settled", result: notAllowed(name) }
  },
})

/** The code of a call that the turn does not allow. */
export const NOT_ALLOWED = "tool-not-allowed"

export function notAllowed(name: string): ToolResult {
  const message = `Not run: "${name}" may not be used in this turn. Go on with the tools that you are offered.`
  return refused({ code: NOT_ALLOWED, message })
}
