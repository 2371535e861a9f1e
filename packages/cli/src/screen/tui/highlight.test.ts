// Colours of code.
import { expect, it } from "vitest"
import { highlighted } from "./highlight.ts"
import type { Paints } from "./paint.ts"

const mark = (name: string) => (text: string) => `<${name}:${text}>`
const paint = Object.fromEntries(
  ["bold", "dim", "italic", "underline", "strike", "green", "yellow", "blue", "magenta", "cyan"].map((name) => [
    name,
    mark(name),
  ]),
) as Paints

it.each([
  ["ts", 'const a = "x" // y', '<magenta:const> a = <green:"x"> <dim:// y>'],
  ["ts", '"http://x"', '<green:"http://x">'],
  ["py", "def f(): # 1", "<magenta:def> f(): <dim:# 1>"],
  ["sql", "SELECT 1 -- one", "<magenta:SELECT> <yellow:1> <dim:-- one>"],
  ["diff", "+ a", "<green:+ a>"],
  ["", "const a", "const a"],
  ["unknown", "if 3", "<magenta:if> <yellow:3>"],
])("in %s: %s", (language, code, expected) => {
  expect(highlighted(code, language, paint)).toEqual([expected])
})

it("keeps the lines", () => {
  expect(highlighted("a\n\nb", undefined, paint)).toEqual(["a", "", "b"])
})
