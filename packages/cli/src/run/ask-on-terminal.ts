// Asks in the middle of a one-shot run: on stderr, so that stdout keeps to the answer.
import { createInterface } from "node:readline"
import { styleFor } from "../style.ts"
import type { Asker } from "./person.ts"

export function askOnTerminal(): Asker {
  return {
    style: styleFor(process.stderr),
    ask: (prompt, { prefill, signal }) =>
      new Promise((resolve) => {
        const lines = createInterface({ input: process.stdin, output: process.stderr, historySize: 0 })
        const end = (line?: string) => {
          signal.removeEventListener("abort", leave)
          resolve(line)
          lines.close()
        }
        const leave = () => end()
        lines.once("line", end).once("close", leave)
        // In raw mode Ctrl-C is a key: whoever listens to the signal is meant.
        lines.once("SIGINT", () => process.kill(process.pid, "SIGINT"))
        signal.addEventListener("abort", leave)
        lines.setPrompt(prompt)
        lines.prompt()
        if (prefill !== undefined) lines.write(prefill)
      }),
    tell: (line) => void process.stderr.write(`${line}\n`),
    keep: () => false,
  }
}

export function isTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}
