// Which blocks a frame is made of.
import { expect, it } from "vitest"
import type { ToolBlock } from "../blocks/block.ts"
import { BlockComponent } from "./block-component.ts"
import { BlockList } from "./block-list.ts"
import { paints } from "./paint.ts"

const SCREEN = 40
const tool: ToolBlock = { kind: "tool", name: "x", arguments: {}, output: "", diff: [] }

/** A call, and so many rows after it, drawn once. */
function listed(rows: number): BlockList {
  const list = new BlockList(() => SCREEN)
  list.add(1, new BlockComponent(tool, paints(), false))
  for (let id = 2; id <= rows + 1; id++)
    list.add(id, new BlockComponent({ kind: "note", text: `row ${id}` }, paints(), false))
  list.render(80)
  return list
}

const first = (list: BlockList) => list.get(1) as BlockComponent

it("sets aside what is far above the screen, and only that", () => {
  const list = listed(1000)
  expect(list.setAside(500)).toBe(0)
  expect(list.setAside(961)).toBe(661)
  expect(list.render(80)).toHaveLength(340)
  expect(list.render(80).at(-1)).toContain("row 1001")
})

it("sets nothing aside that was changed and not drawn yet", () => {
  const list = listed(1000)
  list.get(10)?.replace({ kind: "note", text: "new" })
  expect(list.setAside(961)).toBe(9)
})

it("draws a change on the screen, and a result above it with everything", () => {
  for (const [rows, setAside] of [
    [10, 0],
    [100, 0],
    [1000, 961],
  ] as const) {
    const list = listed(rows)
    list.setAside(setAside)
    list.replace(first(list), { ...tool, outcome: "ok", output: "result" })
    expect(list.render(80)[0]).toContain("result")
  }
})

it("waits with what a running call writes above the screen", () => {
  const list = listed(100)
  const before = list.render(80)
  list.replace(first(list), { ...tool, output: "half\ndone" })
  expect(list.render(80)).toEqual(before)
  list.invalidate()
  expect(list.render(80)[1]).toContain("half")
})

it("draws everything in another width", () => {
  const list = listed(1000)
  list.setAside(961)
  expect(list.render(70)).toHaveLength(1001)
})
