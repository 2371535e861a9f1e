// Asks yes or no on a terminal; where there is none, nothing is done unasked.
import { createInterface } from "node:readline/promises"
import { wrongUsage } from "../failure.ts"

export async function confirm(question: string, otherwise = false): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw wrongUsage(`${question} There is no terminal to answer on. Add --yes if you are sure.`)
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const line = await lines.question(`${question} ${otherwise ? "[Y/n]" : "[y/N]"} `)
    return line.trim() === "" ? otherwise : /^\s*y(es)?\s*$/i.test(line)
  } catch {
    // Ctrl-C or Ctrl-D: that is no yes.
    return false
  } finally {
    lines.close()
  }
}
