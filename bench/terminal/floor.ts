// What pi-tui itself takes for the same answer, without an agent: `floor.ts whole` has one Markdown component, `floor.ts blocks` one
// for each finished block. Prints the CPU milliseconds for each piece to stderr.
import { setTimeout } from "node:timers/promises"
import { Container, Markdown, ProcessTerminal, TuiMainScreen } from "@earendil-works/pi-tui"
import { splitMarkdown } from "../../packages/cli/src/screen/blocks/split-markdown.ts"
import { markdownTheme, paints } from "../../packages/cli/src/screen/tui/paint.ts"
import { PAUSE_MS, pieces } from "./answer.ts"

const [, , how = "whole"] = process.argv
const tui = new TuiMainScreen(new ProcessTerminal())
const all = new Container()
tui.addChild(all)
tui.start()

let open = added()
let rest = ""
/** The first answer is for the compiler. */
for (let time = 0; time < 2; time++) {
  const before = process.cpuUsage()
  for (const piece of pieces()) {
    write(piece)
    tui.requestRender()
    await setTimeout(PAUSE_MS)
  }
  const { user, system } = process.cpuUsage(before)
  if (time === 1) process.stderr.write(`${(user + system) / 1000 / pieces().length}\n`)
  open = added()
  rest = ""
}
tui.stop()
process.exit()

function added(): Markdown {
  const markdown = new Markdown("", 0, 0, markdownTheme(paints()))
  all.addChild(markdown)
  return markdown
}

function write(piece: string): void {
  rest += piece
  if (how === "blocks") {
    const split = splitMarkdown(rest)
    for (const block of split.finished) {
      open.setText(block)
      open = added()
    }
    rest = split.rest
  }
  open.setText(rest)
}
