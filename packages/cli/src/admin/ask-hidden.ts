// Asks for one line on the terminal. A secret is not shown while it is typed, nor kept anywhere.
import { createInterface } from "node:readline"
import { Writable } from "node:stream"

/** Undefined when whoever was asked left: Ctrl-C or Ctrl-D. */
export async function askHidden(prompt: string, isHidden: boolean): Promise<string | undefined> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const output = isHidden ? silent : process.stderr
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 })
  // The terminal shows nothing by itself from here on: somebody may be quick to type.
  process.stderr.write(prompt)
  try {
    return await new Promise((resolve) => {
      lines
        .once("line", resolve)
        .once("SIGINT", () => resolve(undefined))
        .once("close", () => resolve(undefined))
    })
  } finally {
    lines.close()
    if (isHidden) process.stderr.write("\n")
  }
}
