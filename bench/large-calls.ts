// npm run bench -- large-calls: the time to show an approval for a call with megabytes of arguments, compared with escaping
// all of them, as it was done before; both block the process. Ratios of one run, so that a busy machine slows both sides.
import { lineDiff } from "../packages/agent/src/workspace/diff/line-diff.ts"
import { approvalText, wholeText } from "../packages/cli/src/run/approval-text.ts"
import { escaped } from "../packages/cli/src/terminal/visible.ts"
import { approvalEvent, CONTENTS } from "../test/attacks/large-contents.ts"
import { round, table } from "./figures.ts"

/** Upper limits of the ratios. A higher ratio means that more than the shown part is processed. */
const LIMITS = { shown: 1, begun: 0.25, compared: 8 }

type Ratios = Readonly<Record<keyof typeof LIMITS, number | undefined>>

export async function run(): Promise<void> {
  const rows = CONTENTS.map(([name, content]): readonly [string, Ratios] => [name, ratiosOf(content)])
  const cell = (value: number | undefined) => (value === undefined ? "-" : String(round(value, 3)))
  const head = ["5 MB of", "shown / made visible", "500 rows / all rows", "compared / read"]
  console.log(
    table(
      head,
      rows.map(([name, { shown, begun, compared }]) => [name, cell(shown), cell(begun), cell(compared)]),
    ),
  )
  const worst = (which: keyof typeof LIMITS) => Math.max(...rows.map(([, ratios]) => ratios[which] ?? 0))
  const figures = { shown: worst("shown"), begun: worst("begun"), compared: worst("compared") }
  const isWithin = (Object.keys(LIMITS) as (keyof typeof LIMITS)[]).every((which) => figures[which] < LIMITS[which])
  console.log(`\n${JSON.stringify({ bench: "large-calls", ...figures, limits: LIMITS, isWithin })}`)
  if (!isWithin) process.exitCode = 1
}

function ratiosOf(content: string): Ratios {
  const preview = `Create a\n${lineDiff("", content)}`
  const visible = quickest(() => escaped(content), 2) + quickest(() => JSON.stringify(content))
  const shown = quickest(() => approvalText(approvalEvent({ path: "a", content }, preview), 80)) / visible
  const begun = quickest(() => rows(content, 500)) / quickest(() => rows(content, Number.POSITIVE_INFINITY), 1)
  const compared = content.includes("\n")
    ? quickest(() => lineDiff("", content)) / quickest(() => breaksIn(content))
    : undefined
  return { shown, begun, compared }
}

function rows(content: string, most: number): number {
  let told = 0
  for (const _row of wholeText(approvalEvent({ content }, ""), 80)) if (++told === most) break
  return told
}

function breaksIn(content: string): number {
  let breaks = 0
  for (let at = 0; at < content.length; at++) if (content.charCodeAt(at) === 10) breaks++
  return breaks
}

/** The quickest of several runs, because the machine may be busy. */
function quickest(work: () => unknown, times = 5): number {
  const took = Array.from({ length: times }, () => {
    const began = performance.now()
    work()
    return performance.now() - began
  })
  return Math.min(...took)
}
