// Asks for one line on the terminal. A secret is not shown while it is typed, and not stored.
import { lineEditor } from "./line-editor.ts"
import { err } from "./screen.ts"

/** Undefined when the user gives up with Ctrl-C or Ctrl-D. */
export async function askHidden(prompt: string, isHidden: boolean): Promise<string | undefined> {
  const lines = lineEditor(err, { isHidden, terminal: true, historySize: 0 })
  // From here on the terminal echoes nothing, even if the user types before the prompt appears.
  err.write(prompt)
  try {
    return await new Promise((resolve) => {
      lines
        .once("line", resolve)
        .once("SIGINT", () => resolve(undefined))
        .once("close", () => resolve(undefined))
    })
  } finally {
    lines.close()
    if (isHidden) err.write("\n")
  }
}
