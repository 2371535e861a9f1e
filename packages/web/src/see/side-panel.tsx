// What happened in a session and how it stands, beside the conversation: at the side of a wide screen, else as a sheet above it.
import { lazy, Suspense, useEffect, useRef, useState } from "react"
import type { LiveSession } from "../data/live-session.ts"
import { readStored, writeStored } from "../data/storage.ts"
import { loadArea, t } from "../i18n/words.ts"
import { cx } from "../ui/cx.ts"
import { Spinner } from "../ui/spinner.tsx"
import { useMedia } from "./use-media.ts"

const Panel = lazy(async () => {
  const [panel] = await Promise.all([import("./panel.tsx"), loadArea("see")])
  return panel
})

interface SidePanelProps {
  readonly session: LiveSession
  readonly onClose: () => void
}

export function SidePanel(props: SidePanelProps) {
  return useMedia("(min-width: 64rem)") ? <Side {...props} /> : <Sheet {...props} />
}

const WIDE = "pawl.panel.wide"

function Side({ session, onClose }: SidePanelProps) {
  const [isWide, setWide] = useState(() => readStored(WIDE) === "yes")
  const widen = () => {
    writeStored(WIDE, isWide ? "no" : "yes")
    setWide(!isWide)
  }
  return (
    <aside
      aria-label={t("talk.sidePanel")}
      className={cx(
        "flex h-full min-h-0 shrink-0 flex-col border-s border-line bg-surface",
        isWide ? "w-[min(60vw,72rem)]" : "w-[29rem]",
      )}
    >
      <Suspense fallback={<Loading />}>
        <Panel session={session} onClose={onClose} isWide={isWide} onWiden={widen} />
      </Suspense>
    </aside>
  )
}

/** The browser keeps the focus in it, and Escape closes it. */
function Sheet({ session, onClose }: SidePanelProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => ref.current?.showModal(), [])
  return (
    <dialog
      ref={ref}
      aria-label={t("talk.sidePanel")}
      onClose={onClose}
      className="mx-0 mt-auto mb-0 h-[88dvh] max-h-none w-full max-w-none flex-col rounded-t-2xl border-t border-line bg-surface p-0 text-ink shadow-2xl backdrop:bg-black/45 open:flex"
    >
      <Suspense fallback={<Loading />}>
        <Panel session={session} onClose={onClose} />
      </Suspense>
    </dialog>
  )
}

function Loading() {
  return (
    <div className="p-4">
      <Spinner label={t("app.loading")} />
    </div>
  )
}
