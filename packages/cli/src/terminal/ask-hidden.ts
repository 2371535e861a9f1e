// Asks for one line on the terminal. A secret is not shown while it is typed, and not stored.
import { EXIT } from "../exit-codes.ts"
import { Failure } from "../failure.ts"
import { lineEditor } from "./line-editor.ts"
import { err } from "./screen.ts"

/** Undefined when the user gives up with Ctrl-D. Ctrl-C ends the command. */
export async function askHidden(prompt: string, isHidden: boolean): Promise<string | undefined> {
  const lines = lineEditor(err, { isHidden, terminal: true, historySize: 0 })
  // From here on the terminal echoes nothing, even if the user types before the prompt appears.
  err.write(prompt)
  try {
    return await new Promise((resolve, reject) => {
      lines
        .once("line", resolve)
        .once("SIGINT", () => {
          if (!isHidden) err.write("\n")
          reject(new Failure(EXIT.cancelled, "Cancelled: nothing is stored."))
        })
        .once("close", () => resolve(undefined))
    })
  } finally {
    lines.close()
    if (isHidden) err.write("\n")
  }
}
