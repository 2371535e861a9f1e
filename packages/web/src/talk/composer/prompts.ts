// Prompts of MCP servers as commands, written as in a terminal: /server:prompt name=value. Their text goes into the composer.
import type { Operations } from "@pawl/client"
import { client } from "../../data/client.ts"
import { t } from "../../i18n/words.ts"
import { tell } from "../../ui/toasts.tsx"
import type { Command } from "./commands.ts"
import { type Blank, filled } from "./prompt-arguments.ts"

export type McpPrompt = Operations["server.prompts"]["answer"]["prompts"][number]

/** `put` gets the text. */
export function promptCommands(
  prompts: readonly McpPrompt[],
  workspace: string | undefined,
  put: (text: string) => void,
): readonly Command[] {
  return prompts.map(({ server, name, description, arguments: blanks }) => ({
    name: `${server}:${name}`,
    hint: () => description,
    ...(blanks.length > 0 && { takes: () => blanks.map(shownBlank).join(" ") }),
    run: async (rest: string) => {
      const body = { arguments: filled(rest, blanks), ...(workspace !== undefined && { workspace }) }
      const { text, leftOut } = await client.call("server.prompt", { params: { server, name }, body })
      put(text)
      if (leftOut > 0) tell(t("talk.promptLeftOut", { n: leftOut }))
    },
  }))
}

function shownBlank({ name, required }: Blank): string {
  return required ? `${name}=…` : `[${name}=…]`
}
