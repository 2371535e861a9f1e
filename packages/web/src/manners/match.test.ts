// What a few letters find in the palette.
import { expect, it } from "vitest"
import { matching } from "./match.ts"

const ITEMS = [
  { label: "New session" },
  { label: "Settings: MCP servers", words: "tools" },
  { label: "Inbox" },
  { label: "Menü" },
  { label: "Sort the screenshots" },
  { label: "A session about sorting" },
]

it.each([
  ["", ITEMS.map(({ label }) => label)],
  ["inb", ["Inbox"]],
  ["menu", ["Menü"]],
  ["MENÜ", ["Menü"]],
  ["sess", ["New session", "A session about sorting"]],
  ["sort", ["Sort the screenshots", "A session about sorting"]],
  ["sort session", ["A session about sorting"]],
  ["tools", ["Settings: MCP servers"]],
  ["creen", ["Sort the screenshots"]],
  ["nothing like it", []],
] as const)('"%s" finds %j', (asked, labels) => {
  expect(matching(ITEMS, asked).map(({ label }) => label)).toEqual(labels)
})
