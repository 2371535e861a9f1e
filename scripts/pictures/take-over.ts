// Picture: a process is killed during a payment; another one takes over, and the old one can write nothing.
import { arrow, box, line, picture, words } from "./svg.ts"

const [A, LOG, B] = [130, 410, 690]

export function takeOver(): string {
  const lane = (x: number, name: string, about: string) => [
    box({ x: x - 90, y: 24 }, { width: 180, height: 44 }, [name, about]),
    line({ x, y: 68 }, { x, y: 520 }, "dashed"),
  ]
  const write = (from: number, y: number, text: string) => {
    const gap = from < LOG ? 4 : -4
    const middle = (from + LOG) / 2
    return [
      arrow([
        { x: from + gap, y },
        { x: LOG - gap, y },
      ]),
      words(text, { x: middle, y: y - 7 }, "mono", "middle"),
    ].join("\n")
  }
  return picture(
    { width: 820, height: 560 },
    {
      title: "A take-over",
      text: "Process A holds the lease with epoch 1, writes tool-started and is killed while the tool runs. Process B acquires the lease with epoch 2, folds the log, records the outcome unknown, and the model looks before it goes on. If A was only hanging, its next write carries epoch 1 and is refused.",
    },
    [
      ...lane(A, "process A", "runs the session"),
      ...lane(LOG, "store", "log and lease"),
      ...lane(B, "process B", "waits"),
      write(A, 100, "lease, epoch 1"),
      write(A, 140, "model-answered"),
      write(A, 180, "tool-started (once)"),
      box({ x: A - 90, y: 200 }, { width: 180, height: 44 }, ["pays the invoice", "the effect takes place"], "strong"),
      box({ x: A - 90, y: 258 }, { width: 180, height: 44 }, ["killed, or hangs", "no result was written"], "warn"),
      write(B, 300, "lease, epoch 2"),
      arrow([
        { x: LOG + 4, y: 340 },
        { x: B - 4, y: 340 },
      ]),
      words("all facts: fold", { x: (LOG + B) / 2, y: 333 }, "mono", "middle"),
      write(B, 380, "tool-finished: unknown"),
      write(B, 420, "model-asked"),
      box({ x: B - 90, y: 440 }, { width: 180, height: 44 }, ["the model looks", "pays nothing twice"], "good"),
      arrow(
        [
          { x: A + 4, y: 470 },
          { x: LOG - 4, y: 470 },
        ],
        "dashed",
      ),
      words("tool-finished, epoch 1", { x: (A + LOG) / 2, y: 463 }, "mono", "middle"),
      words("refused: A lost the lease", { x: (A + LOG) / 2, y: 488 }, "small", "middle"),
      words(
        "A dead process is noticed within a second, one that hangs when its heartbeat stops for ten.",
        { x: 410, y: 544 },
        "small",
        "middle",
      ),
    ],
  )
}
