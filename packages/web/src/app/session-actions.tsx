// What can be done with a session from the list or its header: rename, pin, archive, export, delete.
import { Archive, Download, Pencil, Pin, PinOff, Trash2 } from "lucide-react"
import { useState } from "react"
import { useLocation } from "wouter"
import { useMayDecide } from "../act/request/use-may-decide.ts"
import { client } from "../data/client.ts"
import type { SessionItem } from "../data/session-list.ts"
import { t } from "../i18n/words.ts"
import { Button } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { TextField } from "../ui/field.tsx"
import type { MenuItem } from "../ui/menu.tsx"
import { attempt, tell } from "../ui/toasts.tsx"
import { PATHS } from "./paths.ts"
import { nameOf, titleOf } from "./title-of.ts"

type Change = Parameters<typeof change>[1]

function change(
  session: string,
  body: { readonly title?: string | null; readonly pinned?: boolean; readonly archived?: boolean },
) {
  return client.call("sessions.change", { params: { session }, body })
}

/** A viewer can take a copy, and change nothing. */
export function useSessionActions(
  session: SessionItem,
  open: (dialog: "rename" | "delete") => void,
): readonly MenuItem[] {
  const mayChange = useMayDecide()
  const set = (body: Change) => () => attempt(() => change(session.id, body))
  const copy = { label: t("app.export"), icon: Download, onChoose: () => download(session.id) }
  if (!mayChange) return [copy]
  return [
    { label: t("app.rename"), icon: Pencil, onChoose: () => open("rename") },
    session.pinned
      ? { label: t("app.unpin"), icon: PinOff, onChoose: set({ pinned: false }) }
      : { label: t("app.pin"), icon: Pin, onChoose: set({ pinned: true }) },
    {
      label: session.archived ? t("app.unarchive") : t("app.archive"),
      icon: Archive,
      onChoose: set({ archived: !session.archived }),
    },
    copy,
    { label: t("app.delete"), icon: Trash2, isDangerous: true, onChoose: () => open("delete") },
  ]
}

/** The browser saves what the server streams; nothing of it goes through this page. */
export function download(id: string): void {
  const link = document.createElement("a")
  link.href = `/v1/sessions/${encodeURIComponent(id)}/export`
  link.download = `${id}.jsonl`
  link.click()
}

interface OfSession {
  readonly session: SessionItem
  readonly onClose: () => void
}

export function RenameSession({ session, onClose }: OfSession) {
  const [title, setTitle] = useState(nameOf(session))
  const save = () => {
    attempt(() => change(session.id, { title: title.trim() === "" ? null : title.trim() }))
    onClose()
  }
  return (
    <Dialog
      title={t("app.rename")}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={save}>
          {t("app.save")}
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <TextField
          label={t("app.title")}
          value={title}
          maxLength={200}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}

export function DeleteSession({ session, onClose }: OfSession) {
  const [path, go] = useLocation()
  const remove = () => {
    onClose()
    attempt(async () => {
      await client.sessions.remove(session.id)
      tell(t("app.deleted", { title: titleOf(session) }))
      if (path === PATHS.session(session.id)) go(PATHS.home)
    })
  }
  return (
    <Dialog
      title={t("app.deleteTitle")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("app.cancel")}</Button>
          <Button kind="danger" onClick={remove}>
            {t("app.delete")}
          </Button>
        </>
      }
    >
      <p className="text-sm">{t("app.deleteHint", { title: titleOf(session) })}</p>
    </Dialog>
  )
}
