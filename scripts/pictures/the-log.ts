// Picture: one turn in the log, and what is derived from it.
import { arrow, box, line, picture, words } from "./svg.ts"

const FACTS = [
  ["1", "session-opened", ""],
  ["2", "turn-started", "what the user said"],
  ["3", "model-asked", "the request, by hash"],
  ["4", "model-answered", "one call"],
  ["5", "approval-requested", "waits, for days if need be"],
  ["6", "approval-settled", "yes"],
  ["7", "tool-started", "written before the tool runs"],
  ["8", "tool-finished", "exactly one a call"],
  ["9", "model-asked", ""],
  ["10", "model-answered", "text"],
  ["11", "turn-finished", "completed"],
] as const

const DERIVED = [
  ["state", "what rules look at"],
  ["messages", "what the model sees"],
  ["events", "what subscribers see"],
  ["columns", "what lists show"],
  ["changes", "what undo puts back"],
  ["records, spans", "what you measure"],
] as const

export function theLog(): string {
  const top = 64
  const row = (index: number) => top + index * 30
  const bottom = row(FACTS.length)
  return picture(
    { width: 820, height: bottom + 56 },
    {
      title: "The log",
      text: "A session is an append-only list of numbered facts. State, messages, events, columns, changes and records are all derived from it.",
    },
    [
      words("A session's log", { x: 40, y: 40 }),
      words("All else is derived from it", { x: 560, y: 40 }),
      ...FACTS.map(([seq, type, about], index) =>
        [
          `<rect class="${seq === "7" ? "strong" : "box"}" x="40" y="${row(index)}" width="420" height="24" rx="4"/>`,
          words(seq, { x: 70, y: row(index) + 17 }, "mono", "end"),
          words(type, { x: 84, y: row(index) + 17 }, "mono"),
          words(about, { x: 448, y: row(index) + 17 }, "small", "end"),
        ].join("\n"),
      ),
      ...DERIVED.map(([name, about], index) => {
        const y = top + index * 55
        return [
          box({ x: 560, y }, { width: 220, height: 44 }, [name, about]),
          arrow([
            { x: 510, y: y + 22 },
            { x: 556, y: y + 22 },
          ]),
        ].join("\n")
      }),
      line({ x: 510, y: top + 22 }, { x: 510, y: top + 5 * 55 + 22 }),
      line({ x: 460, y: (top + bottom) / 2 }, { x: 510, y: (top + bottom) / 2 }),
      words(
        "Only appended to. Each fact is on disk before the next effect starts.",
        { x: 40, y: bottom + 28 },
        "small",
      ),
    ],
  )
}
