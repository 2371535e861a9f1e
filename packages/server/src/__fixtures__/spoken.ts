// A model whose words the test says, piece by piece, while the turn waits.
import type { Model } from "@pawl/agent"

export interface Spoken {
  readonly model: Model
  /** Waits until the model is asked. */
  asked(): Promise<void>
  say(text: string): void
  /** Ends the answer. */
  end(): void
}

export function spoken(): Spoken {
  let speak: ((text: string) => void) | undefined
  let finish = () => {}
  let onAsked = () => {}
  let wait = new Promise<void>((resolve) => {
    onAsked = resolve
  })
  const model: Model = {
    name: "spoken",
    async ask(_request, how) {
      let text = ""
      const over = new Promise<void>((resolve) => {
        finish = resolve
        how.signal.addEventListener("abort", () => resolve())
      })
      speak = (words) => {
        text += words
        how.onText(words)
      }
      onAsked()
      await over
      const usage = { inputTokens: 1, outputTokens: 1 }
      if (how.signal.aborted)
        return { kind: "failure", error: { class: "aborted", code: "aborted", message: "The request was aborted." } }
      return { kind: "answer", text, reasoning: [], calls: [], problems: [], stop: "end", usage }
    },
  }
  return {
    model,
    asked: () => wait,
    say: (text) => speak?.(text),
    end: () => {
      wait = new Promise<void>((resolve) => {
        onAsked = resolve
      })
      finish()
    },
  }
}
