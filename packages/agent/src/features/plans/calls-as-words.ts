// A planner may write its plan as calls of tools that were not offered: in its dialect, or natively. They are turned
// into text, and the plan is parsed from that.
import type { Answer, AskedCall } from "../../contracts/answer.ts"

export function withCalls({ text, calls }: Pick<Answer, "text" | "calls">): string {
  return [text, ...calls.map(asWords)].filter((words) => words !== "").join("\n")
}

function asWords({ name, arguments: given }: AskedCall): string {
  const list = Object.entries(given).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  return `[${name.replace("__", ".")}(${list.join(", ")})]`
}
