// Picture: the path of data from a command to a subscriber.
import { arrow, box, picture, words } from "./svg.ts"

const SIZE = { width: 132, height: 56 }
const at = (column: number, row: number) => ({ x: 28 + column * 158, y: 40 + row * 130 })
const right = (column: number, row: number) => ({
  x: at(column, row).x + SIZE.width,
  y: at(column, row).y + SIZE.height / 2,
})
const left = (column: number, row: number) => ({ x: at(column, row).x - 2, y: at(column, row).y + SIZE.height / 2 })
const across = (row: number, from: number, to: number) => arrow([right(from, row), left(to, row)])

export function theLine(): string {
  const below = (column: number, row: number) => ({
    x: at(column, row).x + SIZE.width / 2,
    y: at(column, row).y + SIZE.height,
  })
  const above = (column: number, row: number) => ({ x: at(column, row).x + SIZE.width / 2, y: at(column, row).y - 2 })
  return picture(
    { width: 820, height: 330 },
    {
      title: "The line",
      text: "A command waits in the inbox and becomes a fact. Facts fold into state, rules turn state into steps, performers do steps and yield facts. Facts go to the log first, then to subscribers as events.",
    },
    [
      box(at(0, 0), SIZE, ["command", "say, approve, ..."]),
      across(0, 0, 1),
      box(at(1, 0), SIZE, ["inbox", "waits on disk"]),
      across(0, 1, 2),
      box(at(2, 0), SIZE, ["fact", "it happened"], "strong"),
      across(0, 2, 3),
      box(at(3, 0), SIZE, ["state", "fold of all facts"]),
      across(0, 3, 4),
      box(at(4, 0), SIZE, ["rules", "pure: what next?"]),
      arrow([below(4, 0), above(4, 1)]),
      box(at(4, 1), SIZE, ["step", "ask, run, finish"]),
      arrow([left(4, 1), { ...right(3, 1), x: right(3, 1).x + 2 }]),
      box(at(3, 1), SIZE, ["performer", "does the step"]),
      arrow([left(3, 1), { ...right(2, 1), x: right(2, 1).x + 2 }]),
      box(at(2, 1), SIZE, ["log", "durable first"], "strong"),
      arrow([above(2, 1), { ...below(2, 0), y: below(2, 0).y + 2 }]),
      words("state = fold(log)", { x: at(2, 0).x + SIZE.width / 2 + 10, y: 138 }, "small"),
      arrow([left(2, 1), { ...right(1, 1), x: right(1, 1).x + 2 }]),
      box(at(1, 1), SIZE, ["event", "told after"]),
      arrow([left(1, 1), { ...right(0, 1), x: right(0, 1).x + 2 }]),
      box(at(0, 1), SIZE, ["subscriber", "app, terminal"]),
      words(
        "First run and resumed run, streaming and not, with tools and without: the same code.",
        { x: 410, y: 280 },
        "small",
        "middle",
      ),
      words(
        "A performer yields a fact and is resumed once the fact is durable.",
        { x: 410, y: 302 },
        "small",
        "middle",
      ),
    ],
  )
}
