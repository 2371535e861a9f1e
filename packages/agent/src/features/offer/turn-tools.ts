// The tools that a turn was restricted to: only these are offered, and a call of any other is refused.
import { isNamed } from "../../base/is-named.ts"
import type { ToolDefinition } from "../../contracts/model.ts"
import type { ToolResult } from "../../contracts/toolbox.ts"
import { defineGate } from "../../kernel/call-gate.ts"
import { refused } from "../../kernel/performers/results.ts"
import type { State, Turn } from "../../kernel/state/state.ts"
import { endingTools } from "../finish/ending-tools.ts"
import { isRequiredNow, requiredTool } from "./tool-choice.ts"

export type AllowTools = (state: State, all: readonly ToolDefinition[]) => readonly ToolDefinition[]

/** Without these a turn may not be able to end. */
const ENDING: ReadonlySet<string> = new Set(endingTools().map(({ name }) => name))

/** Returns the same list for the same tools, so that it is neither written nor counted again. */
export function allowTools(): AllowTools {
  let last = { all: NONE, key: "", allowed: NONE }
  return ({ turn }, all) => {
    if (turn === undefined || turn.finished !== undefined) return all
    const only = turn.toolChoice === "none" ? onlyWithoutCalls(turn, all) : turn.tools
    if (only === undefined) return all
    const key = JSON.stringify(only)
    if (last.all !== all || last.key !== key)
      last = { all, key, allowed: all.filter(({ name }) => isNamed(name, only) || ENDING.has(name)) }
    return last.allowed
  }
}

const NONE: readonly ToolDefinition[] = []
const NO_NAMES: readonly string[] = []

/**
 * Without calls, a turn that only a tool can end would never end: then just these tools are offered. Otherwise all stay in
 * the request, because a provider finds its beginning in its cache, and the provider is told that none may be called.
 */
function onlyWithoutCalls({ tools }: Turn, all: readonly ToolDefinition[]): readonly string[] | undefined {
  return all.some(({ name }) => ENDING.has(name)) ? NO_NAMES : tools
}

/** A model may call what it was not offered. The tools that find others are in no list, and change nothing. */
export const turnToolsGate = defineGate({
  needs: ["state", "toolbox"],
  only: [{ turn: "tools" }, { turn: "toolChoice" }],
  pass({ state: { starts }, prepared: { name, ends } }, { state, toolbox }) {
    const { turn } = state
    if (turn === undefined || starts > 0 || ends !== undefined) return undefined
    const result = turnRefusal(turn, name)
    if (result === undefined || toolbox.definitions().every((tool) => tool.name !== name)) return undefined
    return { kind: "settled", result }
  },
})

/** The code of a call that the turn does not allow. */
export const NOT_ALLOWED = "tool-not-allowed"

/** Why the turn does not allow a call of this tool now. */
export function turnRefusal(turn: Turn, name: string): ToolResult | undefined {
  const first = requiredTool(turn.toolChoice)
  if (first !== undefined && name !== first && isRequiredNow(turn)) return notFirst(name, first)
  if (turn.toolChoice === "none") return noneAllowed(name)
  const only = turn.tools
  return only === undefined || isNamed(name, only) ? undefined : notAllowed(name)
}

function notAllowed(name: string): ToolResult {
  const message = `Not run: "${name}" may not be used in this turn. Go on with the tools that you are offered.`
  return refused({ code: NOT_ALLOWED, message })
}

function noneAllowed(name: string): ToolResult {
  const message = `Not run: no tool may be used in this turn, and "${name}" is one. Answer without a call.`
  return refused({ code: NOT_ALLOWED, message })
}

function notFirst(name: string, first: string): ToolResult {
  const message = `Not run: this turn has to begin with a call of "${first}", and "${name}" is another tool. Call "${first}" first.`
  return refused({ code: NOT_ALLOWED, message })
}
