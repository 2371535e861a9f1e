// Takes files into the draft of a session, as far as the server allows them.
import { useCallback, useRef } from "react"
import { attempt } from "../../ui/toasts.tsx"
import { useStatus, useWorkspaces } from "../server-info.ts"
import { attachmentOf, type Limits } from "./attachments.ts"
import { draftOf } from "./draft.ts"

const UNTIL_KNOWN: Limits = { maxFileBytes: 20 * 1024 * 1024, formats: [] }

export function useLimits(workspace: string | undefined): Limits {
  const { value: workspaces = [] } = useWorkspaces()
  const { maxFiles } = workspaces.find(({ name }) => name === workspace) ?? {}
  const { maxFileBytes, formats } = useStatus().value ?? UNTIL_KNOWN
  return { maxFileBytes, formats, ...(maxFiles !== undefined && { maxFiles }) }
}

export function useAdd(session: string, limits: Limits): (files: readonly File[]) => void {
  const latest = useRef(limits)
  latest.current = limits
  return useCallback(
    (files) =>
      attempt(async () => {
        const added = await Promise.all(files.map((file) => attachmentOf(file, latest.current)))
        draftOf(session).update((draft) => ({ ...draft, attachments: [...draft.attachments, ...added] }))
      }),
    [session],
  )
}
