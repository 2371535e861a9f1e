// The ways back of a session: the dialogs that undo file changes, and that go back to before a turn. Loaded when they are opened.
import { lazy, type ReactNode, Suspense, useCallback, useState } from "react"

const RewindDialog = lazy(async () => ({ default: (await import("../act/rewind-dialog.tsx")).RewindDialog }))
const UndoDialog = lazy(async () => ({ default: (await import("../act/undo-dialog.tsx")).UndoDialog }))

export interface WayBack {
  /** To before this turn; the last one unless given. */
  readonly rewind: (turn?: number) => void
  readonly undo: () => void
  readonly dialog: ReactNode
}

type Open = { readonly kind: "rewind"; readonly turn?: number } | { readonly kind: "undo" }

export function useWayBack(session: string): WayBack {
  const [open, setOpen] = useState<Open | undefined>(undefined)
  const close = () => setOpen(undefined)
  const rewind = useCallback((turn?: number) => setOpen({ kind: "rewind", ...(turn !== undefined && { turn }) }), [])
  const undo = useCallback(() => setOpen({ kind: "undo" }), [])
  const dialog = open !== undefined && (
    <Suspense fallback={null}>
      {open.kind === "undo" ? (
        <UndoDialog session={session} what={{}} onClose={close} />
      ) : (
        <RewindDialog session={session} onClose={close} {...(open.turn !== undefined && { turn: open.turn })} />
      )}
    </Suspense>
  )
  return { rewind, undo, dialog }
}
