// Asks for one line on the terminal. A secret is not shown while it is typed, nor kept anywhere.
import { lineEditor } from "./line-editor.ts"
import { err } from "./screen.ts"

/** Undefined when whoever was asked left: Ctrl-C or Ctrl-D. */
export async function askHidden(prompt: string, isHidden: boolean): Promise<string | undefined> {
  const lines = lineEditor(err, { isHidden, terminal: true, historySize: 0 })
  // The terminal shows nothing by itself from here on: somebody may be quick to type.
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
