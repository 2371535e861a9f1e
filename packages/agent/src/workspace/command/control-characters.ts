// Refuses commands with control characters. A person sees a command before it runs, and a terminal may hide control
// characters or show something else because of them.
import { ToolFailure } from "../../tools/tool.ts"

/** The refusal; undefined when the command has no control characters except line breaks and tabs. */
export function controlCharacters(command: string): ToolFailure | undefined {
  const found = /[^\P{Cc}\n\t]/u.exec(command)?.[0]
  if (found === undefined) return undefined
  const code = `U+${found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`
  return new ToolFailure(
    "command-invalid",
    `The command has a control character (${code}), so nobody could see what it does. Write it without: of these only line breaks and tabs are taken.`,
  )
}
