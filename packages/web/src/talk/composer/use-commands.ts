// The commands that can be typed in the composer.
import { useMemo } from "react"
import { usePrompts } from "../server-info.ts"
import type { Command } from "./commands.ts"
import { draftOf } from "./draft.ts"
import { promptCommands } from "./prompts.ts"

/** Those of the page, and the prompts of MCP servers. */
export function useCommands(
  own: readonly Command[],
  workspace: string | undefined,
  session: string,
): readonly Command[] {
  const prompts = usePrompts(workspace)
  return useMemo(() => {
    const put = (text: string) => draftOf(session).update((draft) => ({ ...draft, text }))
    return [...own, ...promptCommands(prompts, workspace, put)]
  }, [own, prompts, workspace, session])
}
