// One viewer of all sessions: what it has not been told yet, the newest of each session only. A slow viewer gets less often,
// not less, and one that is far behind gets all rows anew.
import type { RowFrame } from "./row-frame.ts"

const MOST = 500

export class RowViewer {
  readonly #waiting = new Map<string, RowFrame>()
  #wake = () => {}
  /** It has to be told all rows: at the beginning, and when it fell behind. */
  needsSnapshot = true
  isOver = false

  tell(session: string, frame: RowFrame): void {
    if (this.needsSnapshot) return
    // The newest last.
    this.#waiting.delete(session)
    this.#waiting.set(session, frame)
    if (this.#waiting.size > MOST) this.startAgain()
    this.#wake()
  }

  startAgain(): void {
    this.needsSnapshot = true
    this.#waiting.clear()
    this.#wake()
  }

  end(): void {
    this.isOver = true
    this.#wake()
  }

  /** Resolves when there is something to tell. */
  async changed(): Promise<void> {
    if (this.#waiting.size > 0 || this.needsSnapshot || this.isOver) return
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
  }

  take(): readonly RowFrame[] {
    const frames = [...this.#waiting.values()]
    this.#waiting.clear()
    return frames
  }
}
