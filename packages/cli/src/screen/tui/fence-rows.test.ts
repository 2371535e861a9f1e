// A long fence in pieces looks as it does in one.
import { describe, expect, it } from "vitest"
import { BlockComponent } from "./block-component.ts"
import { FenceRows } from "./fence-rows.ts"
import { paints } from "./paint.ts"

const LINES = Array.from({ length: 260 }, (_, at) => {
  if (at % 7 === 3) return ""
  if (at % 11 === 5) return `\tif (x) return "${"long ".repeat(30)}" // ${at}`
  return at % 13 === 0 ? "  ~~ `quoted` ``twice`` ~~~" : `const a${at} = ${at}`
})

function rowsOf(component: BlockComponent, text: string, width: number): readonly string[] {
  component.replace({ kind: "answer", text })
  return component.render(width)
}

/** Without anything drawn before it; the end of the fence keeps it in one piece. */
function whole(text: string, width: number): readonly string[] {
  return rowsOf(new BlockComponent({ kind: "answer", text: "" }, paints(), false), text, width)
}

describe("a long fence", () => {
  it.each([
    ["```ts", 80],
    ["```", 33],
    ["~~~~python", 60],
  ] as const)("that begins with %s looks the same in pieces as in one, at every length", (head, width) => {
    const growing = new BlockComponent({ kind: "answer", text: "" }, paints(), false)
    const mark = head.replace(/\w+/, "")
    for (let count = 1; count <= LINES.length; count += 3) {
      const code = LINES.slice(0, count).join("\n")
      const open = `${head}\n${code}${LINES[count] === "" ? "" : "x"}`
      expect(rowsOf(growing, open, width), `${count} lines`).toEqual(whole(`${open}\n${mark}`, width))
    }
  })

  it("lays out only its last lines when it grows", () => {
    const drawn: string[] = []
    const fence = new FenceRows((text) => {
      drawn.push(text)
      return text.split("\n")
    })
    fence.render(`\`\`\`ts\n${LINES.join("\n")}`, 80)
    drawn.length = 0
    fence.render(`\`\`\`ts\n${LINES.join("\n")} more`, 80)
    expect(drawn).toHaveLength(1)
    expect(drawn[0]?.split("\n").length).toBeLessThan(105)
  })

  it("is laid out again for another width, after another text, and when it is told to forget", () => {
    const component = new BlockComponent({ kind: "answer", text: "" }, paints(), false)
    const other = LINES.map((line) => `${line};`)
    const text = (lines: readonly string[]) => `\`\`\`ts\n${lines.join("\n")}`
    rowsOf(component, text(LINES), 80)
    expect(rowsOf(component, text(LINES), 50)).toEqual(whole(`${text(LINES)}\n\`\`\``, 50))
    expect(rowsOf(component, text(other), 50)).toEqual(whole(`${text(other)}\n\`\`\``, 50))
    component.invalidate()
    expect(component.render(50)).toEqual(whole(`${text(other)}\n\`\`\``, 50))
  })
})
