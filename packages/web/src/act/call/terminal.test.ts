// Carriage returns in the output of a command.
import { expect, it } from "vitest"
import { asTerminal } from "./terminal.ts"

it.each([
  ["a\nb", "a\nb"],
  ["a\r\nb\r\n", "a\nb\n"],
  [" 10 %\r 50 %\r100 %\ndone", "100 %\ndone"],
  ["50 %\r", "50 %"],
  ["downloading\rok", "okwnloading"],
  ["\r\rx", "x"],
])("%j is shown as %j", (text, shown) => expect(asTerminal(text)).toBe(shown))
