// Short messages about what was done or failed, read out by screen readers. A failure stays until it is closed.
import { X } from "lucide-react"
import { Observable } from "../data/observable.ts"
import { isUnreachable, problemWords } from "../data/problem.ts"
import { onBack } from "../data/use-back.ts"
import { useObservable } from "../data/use-observable.ts"
import { t } from "../i18n/words.ts"
import { IconButton } from "./button.tsx"
import { cx } from "./cx.ts"

interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: "plain" | "bad"
  /** Over when the server is back. */
  readonly isOffline?: boolean
}

const toasts = new Observable<readonly Toast[]>([])
const SHOWN_MS = 5000
let last = 0

export function tell(text: string): void {
  const id = add(text, "plain")
  setTimeout(() => remove(id), SHOWN_MS)
}

/** The error of the server says what happened and what to do. */
export function tellError(error: unknown): void {
  add(problemWords(error), "bad", isUnreachable(error))
}

/** Runs what a person asked for, and tells when it fails. */
export function attempt(work: () => Promise<unknown>): void {
  work().catch(tellError)
}

onBack(() => toasts.update((list) => list.filter(({ isOffline = false }) => !isOffline)))

function add(text: string, tone: Toast["tone"], isOffline = false): number {
  last++
  const id = last
  toasts.update((list) => [...list.filter((each) => each.text !== text), { id, text, tone, isOffline }].slice(-4))
  return id
}

function remove(id: number): void {
  toasts.update((list) => list.filter((each) => each.id !== id))
}

export function Toasts() {
  const list = useObservable(toasts)
  return (
    <div
      role="status"
      aria-live="polite"
      // Over the list of sessions where that is in sight: elsewhere they would cover what is read or written.
      className="pointer-events-none fixed inset-x-3 top-15 z-50 flex flex-col items-end gap-2 md:end-auto md:top-auto md:bottom-16 md:w-62 md:items-stretch"
    >
      {list.map(({ id, text, tone }) => (
        <div
          key={id}
          className={cx(
            "pointer-events-auto flex max-w-md items-start gap-2 rounded-xl border bg-surface py-1.5 ps-3 pe-1.5 text-sm shadow-lg",
            tone === "bad" ? "border-bad text-bad" : "border-line",
          )}
        >
          <span className="min-w-0 grow py-1 break-words">{text}</span>
          <IconButton icon={X} label={t("app.close")} size="small" onClick={() => remove(id)} />
        </div>
      ))}
    </div>
  )
}
