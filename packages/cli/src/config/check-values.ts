// Checks the values of settings from any source. Files are also checked against the schema; the environment only here.
import type { Priority } from "@pawl/agent"
import { badConfig, wrongUsage } from "../failure.ts"
import { APPROVE } from "../line/options.ts"
import { DIALECT_NAMES, type DialectName, isDialect } from "../profiles/dialects.ts"
import type { Approve } from "./approving.ts"

export function checkedApprove(approve: string): Approve {
  const found = APPROVE.find((each) => each === approve)
  if (found !== undefined) return found
  throw badConfig(`PAWL_APPROVE cannot be "${approve}". Use one of: ${APPROVE.join(", ")}.`)
}

export function checkedThinking(thinking: string): boolean {
  if (thinking === "show" || thinking === "hide") return thinking === "show"
  throw badConfig(`PAWL_THINKING cannot be "${thinking}". Use one of: show, hide.`)
}

export function checkedRunner(runner: string): "here" | "worker" {
  if (runner === "here" || runner === "worker") return runner
  throw badConfig(`PAWL_RUNNER cannot be "${runner}". Use one of: here, worker.`)
}

export function checkedPriority(value: unknown): Priority | undefined {
  if (value === undefined || value === "low" || value === "normal" || value === "high") return value
  throw badConfig(`--priority (or PAWL_PRIORITY) cannot be "${value}". Use one of: low, normal, high.`)
}

/** An empty text means the file of this machine, whatever other sources say. A url may hold a password: it is not repeated. */
export function checkedDatabase(value: unknown): string | undefined {
  if (value === undefined || value === "") return undefined
  if (typeof value === "string" && /^postgres(?:ql)?:\/\/./.test(value)) return value
  throw badConfig("--database (or PAWL_DATABASE) is the url of a PostgreSQL database: postgres://USER@HOST/NAME.")
}

export function checkedInterruptedTools(value: unknown): "unknown" | "re-run" | undefined {
  if (value === undefined || value === "unknown" || value === "re-run") return value
  throw badConfig(`PAWL_INTERRUPTED_TOOLS cannot be "${value}". Use one of: unknown, re-run.`)
}

export function checkedDialect(value: unknown): DialectName | undefined {
  const dialect = textOf(value)
  if (dialect === undefined || isDialect(dialect)) return dialect
  throw badConfig(`PAWL_DIALECT cannot be "${dialect}". Use one of: ${DIALECT_NAMES.join(", ")}.`)
}

/** `off` on the command line, `false` in a file. */
export function checkedFinish(value: unknown): "structure" | "model" | false | undefined {
  if (value === undefined || value === "structure" || value === "model") return value
  if (value === false || value === "false" || value === "off") return false
  throw badConfig(`--finish (or PAWL_FINISH) cannot be "${value}". Use one of: structure, model, off.`)
}

export function checkedOffer(value: unknown): string | undefined {
  const choice = textOf(value)
  if (choice === undefined || /^(?:all|categories|prefilter(?::[1-9]\d{0,3})?)$/.test(choice)) return choice
  throw badConfig(
    `--offer (or PAWL_OFFER) cannot be "${choice}". Use all, prefilter, prefilter:10 for ten tools, or categories.`,
  )
}

/** Undefined: all tools. */
export function checkedTools(value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined
  const names = listOf(value)
  const odd = names.find((name) => !/^[a-zA-Z0-9_.-]{1,64}\*?$/.test(name))
  if (odd === undefined && names.length > 0 && !names.includes("none")) return names
  if (odd === undefined && names.length === 1) return []
  throw badConfig(
    `--tools (or PAWL_TOOLS) cannot be "${names.join(",")}". Use none, builtin, mcp, or names of tools with commas between them; "server__*" stands for all tools of a server.`,
  )
}

/** On the command line a switch has no value; in a variable it is a word. */
export function checkedSwitch(value: unknown, what: string): boolean {
  const words = String(value ?? "false").toLowerCase()
  if (["", "true", "1", "on", "yes"].includes(words)) return true
  if (["false", "0", "off", "no"].includes(words)) return false
  throw badConfig(`${what} cannot be "${value}". Use true or false.`)
}

/** `what`: the option and variable, as the user writes them. */
export function checkedCount(value: unknown, what: string, least = 1): number | undefined {
  if (value === undefined) return undefined
  const count = Number(value)
  if (Number.isInteger(count) && count >= least) return count
  throw wrongUsage(`${what} must be a whole number of at least ${least}, but is "${value}". Correct it.`)
}

/** An amount of money, in US dollars. */
export function checkedAmount(value: unknown, what: string): number | undefined {
  if (value === undefined) return undefined
  const amount = Number(value)
  if (Number.isFinite(amount) && amount > 0) return amount
  throw wrongUsage(`${what} must be an amount in US dollars above 0, but is "${value}". Write 0.50, for example.`)
}

export function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : String(value)
}

/** `a:b, c:d` from a flag or the environment, a list from a file. */
export function listOf(value: unknown): readonly string[] {
  const items = Array.isArray(value) ? value.map(String) : String(value).split(",")
  return items.map((item) => item.trim()).filter((item) => item !== "")
}
