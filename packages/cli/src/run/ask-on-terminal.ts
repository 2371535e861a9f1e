// Asks the user during `pawl -p`, on stderr, so that stdout holds only the answer.
import { forgetTyped, lineEditor } from "../terminal/line-editor.ts"
import { err } from "../terminal/screen.ts"
import type { Asker } from "./person.ts"

/** `leave`: called on Ctrl-D, when no more input will come. */
export function askOnTerminal(leave: () => void, place: Pick<Asker, "root" | "isRemote">): Asker {
  return {
    ...place,
    style: err.style,
    columns: () => err.knownColumns,
    ask: async (prompt, { prefill, signal }) => {
      await forgetTyped()
      if (signal.aborted) return undefined
      return new Promise((resolve) => {
        const lines = lineEditor(err, { historySize: 0 })
        let isOver = false
        const end = (line?: string) => {
          isOver = true
          signal.removeEventListener("abort", giveUp)
          resolve(line)
          lines.close()
        }
        const giveUp = () => end()
        lines.once("line", end).once("close", () => {
          if (isOver) return
          err.write("\n")
          giveUp()
          leave()
        })
        // In raw mode Ctrl-C is a key: send the signal to the handlers of the process.
        lines.once("SIGINT", () => process.kill(process.pid, "SIGINT"))
        signal.addEventListener("abort", giveUp)
        lines.setPrompt(prompt)
        lines.prompt()
        if (prefill !== undefined) lines.write(prefill)
      })
    },
    tell: (line) => err.line(line),
  }
}
