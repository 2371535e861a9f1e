// Asks yes or no on a terminal; without a terminal it is an error.
import { wrongUsage } from "../failure.ts"
import { world } from "../world.ts"
import { lineEditor } from "./line-editor.ts"
import { err } from "./screen.ts"

export async function confirm(question: string, otherwise = false): Promise<boolean> {
  if (!world().stdin.isTTY)
    throw wrongUsage(`${question} There is no terminal to answer on. Add --yes if you are sure.`)
  const lines = lineEditor(err, {})
  const answered = new Promise<string | undefined>((resolve) => {
    // Ctrl-C or Ctrl-D means no.
    lines.once("line", resolve).once("close", () => resolve(undefined))
  })
  lines.setPrompt(`${question} ${otherwise ? "[Y/n]" : "[y/N]"} `)
  lines.prompt()
  const line = await answered
  lines.close()
  if (line === undefined) return false
  return line.trim() === "" ? otherwise : /^\s*y(es)?\s*$/i.test(line)
}
