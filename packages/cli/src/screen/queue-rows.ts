// The rows of the queue on a screen of this width: messages are cut, but of what the keys do nothing may be missing.
import type { Style } from "../terminal/style.ts"
import { wordWrapped } from "../terminal/visible.ts"
import type { Queue } from "./queue.ts"

export function queueRows(queue: Pick<Queue, "rows">, style: Style, width: number): readonly string[] {
  const messages = queue.rows(style).slice(0, -1)
  const hint = queue.rows({ ...style, dim: (text) => text }).at(-1)
  return hint === undefined ? [] : [...messages, ...wordWrapped(hint, width).split("\n").map(style.dim)]
}
