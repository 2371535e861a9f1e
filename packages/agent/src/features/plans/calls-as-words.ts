// A planner may write its plan as calls, of tools that nobody offered: in its dialect, or as its provider has them. They are
// its words, and the plan is read from those.
import type { Answer, AskedCall } from "../../contracts/answer.ts"

export function withCalls({ text, calls }: Pick<Answer, "text" | "calls">): string {
  return [text, ...calls.map(asWords)].filter((words) => words !== "").join("\n")
}

function asWords({ name, arguments: given }: AskedCall): string {
  const list = Object.entries(given).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  return `[${name.replace("__", ".")}(${list.join(", ")})]`
}
