// The rows of calls.
import { describe, expect, it } from "vitest"
import type { Style } from "../../terminal/style.ts"
import type { ToolBlock } from "./block.ts"
import { timeText, toolRows } from "./tool-rows.ts"

const same = (text: string) => text
const style: Style = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same }
const many = Array.from({ length: 25 }, (_, at) => `line ${at}`).join("\n")
const block: ToolBlock = { kind: "tool", name: "read_file", arguments: { path: "a" }, output: "", diff: [] }

function rows(given: Partial<ToolBlock>, isUnfolded = false): readonly string[] {
  return toolRows({ ...block, ...given }, { style, isUnfolded }).map(({ text, end = "" }) => `${text}|${end}`)
}

describe("toolRows", () => {
  it.each<[what: string, given: Partial<ToolBlock>, expected: readonly string[]]>([
    ["a call that runs", {}, ['○ read_file path="a"|']],
    ["a short result", { outcome: "ok", output: "hello", ms: 3 }, ['● read_file path="a" → hello|3 ms']],
    ["no result", { outcome: "ok", ms: 3 }, ['● read_file path="a" → done|3 ms']],
    ["a long result", { outcome: "ok", output: many }, ['● read_file path="a" → line 0 [25 lines]|']],
    ["a failure", { outcome: "failed", output: "gone", ms: 1 }, ['● read_file path="a" failed: gone|1 ms']],
    ["a change", { outcome: "ok", diff: ["- a", "+ b"] }, ['● read_file path="a" → done|', "  - a|", "  + b|"]],
  ])("shows %s", (_, given, expected) => {
    expect(rows(given)).toEqual(expected)
  })

  it("folds the output of a command after ten lines", () => {
    const folded = rows({ name: "run_command", outcome: "ok", output: many })
    expect(folded).toHaveLength(12)
    expect(folded.at(-1)).toBe("  … 15 more lines (Ctrl-O shows them)|")
    expect(rows({ name: "run_command", outcome: "ok", output: many }, true)).toHaveLength(26)
  })

  it("shows the last lines of a command that runs", () => {
    const running = rows({ output: many })
    expect(running[1]).toBe("  … 15 lines before|")
    expect(running.at(-1)).toBe("  line 24|")
  })

  it("never shows more than two thousand lines", () => {
    expect(rows({ outcome: "ok", output: "x\n".repeat(200_000) }, true)).toHaveLength(2002)
  })
})

it.each([
  [undefined, ""],
  [999, "999 ms"],
  [1250, "1.3 s"],
])("writes %s ms as %j", (ms, text) => {
  expect(timeText(ms)).toBe(text)
})
