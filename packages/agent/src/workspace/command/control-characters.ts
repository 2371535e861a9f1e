// A command is shown before it runs. A terminal may not show control characters, or show something else because of them.
import { ToolFailure } from "../../tools/tool.ts"

/** Why the command is refused; undefined where it has none but line breaks and tabs. */
export function controlCharacters(command: string): ToolFailure | undefined {
  const found = /[^\P{Cc}\n\t]/u.exec(command)?.[0]
  if (found === undefined) return undefined
  const code = `U+${found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`
  return new ToolFailure(
    "command-invalid",
    `The command has a control character (${code}), so nobody could see what it does. Write it without: of these only line breaks and tabs are taken.`,
  )
}
