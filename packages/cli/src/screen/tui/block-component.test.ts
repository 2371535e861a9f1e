// Blocks as rows: they fit the width, and nothing that a stranger wrote reaches the terminal as a control sequence.
import { visibleWidth } from "@earendil-works/pi-tui"
import { describe, expect, it } from "vitest"
import type { Block, ToolBlock } from "../blocks/block.ts"
import { BlockComponent } from "./block-component.ts"
import { paints } from "./paint.ts"

const HOSTILE =
  "a\u001b]0;title\u0007b\u001b[2Jc\u009b1;1Hd &#27;[31me &#x1b;]52;c;eA==&#7; \u001b_Gx\u001b\\ [l](javascript:x\u001b[0m) \u0085\u0007"
const LONG = `${"word ".repeat(40)}${"x".repeat(200)} 日本語日本語日本語 👩‍👩‍👧 e\u0301 | a | b |`

const tool: ToolBlock = { kind: "tool", name: "x", arguments: {}, outcome: "ok", ms: 12, output: "", diff: [] }

function blocksOf(text: string): readonly Block[] {
  return [
    { kind: "said", text },
    { kind: "answer", text },
    { kind: "answer", text, isTakenBack: true },
    {
      kind: "answer",
      text: `\`\`\`ts\n${text}\n\`\`\`\n\n| a | b |\n|---|---|\n| ${text.replaceAll("|", "")} | 1 |\n\n- ${text}\n\n> ${text}`,
    },
    { kind: "thinking", text },
    { kind: "note", text },
    { ...tool, name: text, arguments: { [text]: text }, output: `${text}\n${text}\tx`, diff: [`+ ${text}`] },
    { ...tool, outcome: text, output: text },
  ]
}

const rowsOf = (block: Block, width: number) => new BlockComponent(block, paints(), true).render(width)

describe("a block", () => {
  it.each(blocksOf(HOSTILE).map((block) => [block.kind, block] as const))(
    "of %s draws text and colours only",
    (_, block) => {
      const drawn = rowsOf(block, 80).join("\n")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are allowed.
      const bare = drawn.replaceAll(/\u{1b}\[[0-9;]*m/gu, "")
      expect(bare).toContain("a")
      expect(bare).toMatch(/^[^\p{Cc}]*(?:\n[^\p{Cc}]*)*$/u)
    },
  )

  it.each(blocksOf(LONG).map((block) => [block.kind, block] as const))("of %s fits every width", (_, block) => {
    for (const width of [1, 2, 7, 40, 80]) {
      for (const row of rowsOf(block, width)) expect(visibleWidth(row)).toBeLessThanOrEqual(width)
    }
  })

  it("is laid out once for a width", () => {
    const component = new BlockComponent({ kind: "answer", text: LONG }, paints(), false)
    const rows = component.render(80)
    expect(component.render(80)).toBe(rows)
    component.replace({ kind: "answer", text: "other" })
    expect(component.render(80)).toEqual(["other".padEnd(80), ""])
  })
})
