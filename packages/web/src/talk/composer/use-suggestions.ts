// What can be chosen for what the person is about to name: files of the workspace, or commands.
import { useEffect, useState } from "react"
import { client } from "../../data/client.ts"
import { type Command, matching } from "./commands.ts"
import { fileWord, type Trigger } from "./trigger.ts"

export interface Suggestion {
  readonly label: string
  readonly hint: string
  /** What is put into the text. */
  readonly word: string
}

const SHOWN = 8
const PAUSE_MS = 120

export function useSuggestions(
  trigger: Trigger | undefined,
  commands: readonly Command[],
  workspace: string | undefined,
): readonly Suggestion[] {
  const files = useFiles(trigger?.kind === "file" ? trigger.query : undefined, workspace)
  if (trigger === undefined) return []
  if (trigger.kind === "file") return files.map((path) => ({ label: path, hint: "", word: fileWord(path) }))
  return matching(commands, trigger.query)
    .slice(0, SHOWN)
    .map(({ name, hint, takes }) => ({
      label: takes === undefined ? `/${name}` : `/${name} ${takes()}`,
      hint: hint(),
      word: `/${name}`,
    }))
}

function useFiles(query: string | undefined, workspace: string | undefined): readonly string[] {
  const [files, setFiles] = useState<readonly string[]>([])
  useEffect(() => {
    if (query === undefined || workspace === undefined) {
      setFiles([])
      return
    }
    let isLate = false
    const timer = setTimeout(async () => {
      const files = await found(workspace, query)
      if (!isLate) setFiles(files)
    }, PAUSE_MS)
    return () => {
      isLate = true
      clearTimeout(timer)
    }
  }, [query, workspace])
  return files
}

/** None while the server cannot say: the person goes on writing. */
async function found(workspace: string, text: string): Promise<readonly string[]> {
  try {
    return (await client.call("server.files", { params: { workspace }, query: { text, limit: SHOWN } })).files
  } catch {
    return []
  }
}
