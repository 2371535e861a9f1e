// What fills the model's window, as tables for a reader: the budget, then each part by name, with its tokens.
import type { Budget, ContextReport } from "@pawl/agent"
import { named } from "../terminal/plain.ts"
import type { Style } from "../terminal/style.ts"

type Row = readonly [name: string, tokens: number, about?: string]

/** Without the end of its last line. */
export function contextText(report: ContextReport, style: Style): string {
  const { model, budget, sections, tools } = report
  const parts = [
    `${style.bold(named(model))}, window ${count(budget.window)} tokens`,
    budgetText(budget, style),
    table(
      "prompt",
      sections.map(({ name, tokens, place }) => [name, tokens, place === "turn" ? "with the user's words" : ""]),
      style,
    ),
    table("messages", byRole(report.messages), style),
    table(
      "tools",
      tools.map(({ tool, tokens }) => [tool.name, tokens]),
      style,
    ),
    estimateText(report.estimate),
  ]
  return parts.filter((part) => part !== "").join("\n\n")
}

/** The parts one below the other, and the window they add up to. */
function budgetText(budget: Budget, style: Style): string {
  const { window, system, tools, toolsAll, history, output, safety, remaining } = budget
  const rows: readonly Row[] = [
    ["system prompt", system],
    ["tool definitions", tools],
    ["messages", history],
    ["kept for the answer", output],
    ["kept for safety", safety],
    ["free", remaining],
  ]
  const share = (tokens: number) => `${((100 * tokens) / window).toFixed(1)} %`.padStart(8)
  const lines = rows.map(([name, tokens]) => `${line(name, tokens)}${style.dim(share(tokens))}`)
  const sum = rows.reduce((total, [, tokens]) => total + tokens, 0)
  const over = remaining < 0 ? [style.red(`  It does not fit: ${count(-remaining)} tokens too many.`)] : []
  const words = `  Only some tools are offered; all of them would be ${count(toolsAll ?? 0)} tokens.`
  const chosen = toolsAll === undefined ? [] : [style.dim(words)]
  return [...lines, style.bold(line("together", sum)), ...over, ...chosen].join("\n")
}

function byRole(messages: ContextReport["messages"]): readonly Row[] {
  const roles = new Map<string, { readonly many: number; readonly tokens: number }>()
  for (const { message, tokens } of messages) {
    const role = roleOf(message)
    const { many, tokens: before } = roles.get(role) ?? { many: 0, tokens: 0 }
    roles.set(role, { many: many + 1, tokens: before + tokens })
  }
  return [...roles].map(([role, { many, tokens }]) => [role, tokens, `${many} ${many === 1 ? "message" : "messages"}`])
}

/** Some messages with the role of the user come from the runtime: show where from. */
function roleOf({ role, ...message }: ContextReport["messages"][number]["message"]): string {
  const from = "from" in message ? message.from : undefined
  return from === undefined ? role : `${role} (${from})`
}

function table(title: string, rows: readonly Row[], { bold, dim }: Style): string {
  if (rows.length === 0) return ""
  const sum = rows.reduce((total, [, tokens]) => total + tokens, 0)
  const lines = rows.map(([name, tokens, about = ""]) => `${line(name, tokens)}${about && dim(`   ${about}`)}`)
  return [bold(`${line(title, sum).slice(2)}`), ...lines].join("\n")
}

function line(name: string, tokens: number): string {
  return `  ${named(name).padEnd(NAME_WIDTH)} ${count(tokens).padStart(COUNT_WIDTH)}`
}

const NAME_WIDTH = 32
const COUNT_WIDTH = 12

function estimateText({ samples, error }: ContextReport["estimate"]): string {
  if (samples === 0) return "These are estimates: no answer in this session has reported its usage yet."
  const answers = samples === 1 ? "1 answer" : `${samples} answers`
  return `These are estimates; in ${answers} of this session they were ${(100 * error).toFixed(1)} % off on average.`
}

function count(tokens: number): string {
  return Math.round(tokens).toLocaleString("en")
}
