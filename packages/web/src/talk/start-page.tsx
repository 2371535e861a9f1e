// Where a session begins: what is missing, three things to try, and the composer.
import { Shuffle } from "lucide-react"
import { useEffect, useMemo, useRef, useState } from "react"
import { useLocation } from "wouter"
import { useMayDecide } from "../act/request/use-may-decide.ts"
import { SidebarButton } from "../app/layout.tsx"
import { PATHS } from "../app/paths.ts"
import { t } from "../i18n/words.ts"
import { Button } from "../ui/button.tsx"
import { beginSession, type Where } from "./begin-session.ts"
import { ProfileChoice, WorkspaceChoice } from "./composer/choices.tsx"
import { Composer } from "./composer/composer.tsx"
import { draftOf, NEW_SESSION } from "./composer/draft.ts"
import { MenuSide } from "./composer/menu-side.ts"
import type { Outgoing } from "./composer/outgoing.ts"
import { presetsFrom, SHOWN } from "./presets.ts"
import { useProfiles, useWorkspaces } from "./server-info.ts"
import { modelCommand } from "./session-commands.ts"
import { SetupNotice } from "./setup-notice.tsx"

export function StartPage() {
  const [, go] = useLocation()
  const { value: known = [] } = useWorkspaces()
  const workspaces = known.map(({ name }) => name)
  const [chosen, setWorkspace] = useState<string | undefined>(undefined)
  const [profile, setProfile] = useState<string | undefined>(undefined)
  const workspace = chosen ?? workspaces[0]
  const { value: profiles = [] } = useProfiles(workspace)
  const mayWrite = useMayDecide()
  const commands = useMemo(() => [modelCommand(NEW_SESSION)], [])
  const { begin, isWaiting } = useBegin({ workspace, profile }, go)
  return (
    <div className="flex min-h-0 grow flex-col overflow-y-auto">
      <div className="flex min-h-13 shrink-0 items-center px-2">
        <SidebarButton />
      </div>
      <div className="mx-auto flex w-full max-w-3xl grow flex-col justify-center gap-5 p-4 pb-[14vh]">
        <h1 className="text-center text-2xl font-semibold tracking-tight">
          {t(mayWrite ? "talk.welcome" : "talk.welcomeViewer")}
        </h1>
        <SetupNotice workspace={workspace} />
        <MenuSide value="below">
          <Composer
            session={NEW_SESSION}
            workspace={workspace}
            commands={commands}
            onSend={begin}
            autoFocus
            choices={
              <>
                <WorkspaceChoice values={workspaces} value={workspace} onChoose={setWorkspace} />
                <ProfileChoice values={profiles} value={profile} onChoose={setProfile} />
              </>
            }
          />
        </MenuSide>
        {isWaiting && (
          <p role="status" className="text-center text-sm text-warn">
            {t("talk.startWaits")}
          </p>
        )}
        {mayWrite && <Presets />}
      </div>
    </div>
  )
}

/** A message that finds no server waits on this page, until the person changes it. */
function useBegin(where: Where, go: (path: string) => void) {
  const [isWaiting, setWaiting] = useState(false)
  const end = useRef(new AbortController())
  useEffect(() => () => end.current.abort(), [])
  const begin = async (message: Outgoing) => {
    end.current = new AbortController()
    const { signal } = end.current
    const stop = draftOf(NEW_SESSION).subscribe(() => end.current.abort())
    try {
      const id = await beginSession(message, where, { signal, onWait: () => setWaiting(true) })
      if (id === undefined) return false
      const { whenBusy: _, ...chosen } = message.how
      // The next messages go to the same model.
      draftOf(id).update((draft) => ({ ...draft, ...chosen }))
      go(PATHS.session(id))
      return true
    } finally {
      stop()
      setWaiting(false)
    }
  }
  return { begin, isWaiting }
}

function Presets() {
  const [start, setStart] = useState(0)
  return (
    <section aria-label={t("talk.toTry")} className="flex flex-col gap-2">
      <div className="flex items-center justify-between">
        <h2 className="text-sm font-medium text-quiet">{t("talk.toTry")}</h2>
        <Button kind="ghost" size="small" icon={Shuffle} onClick={() => setStart(start + SHOWN)}>
          {t("talk.others")}
        </Button>
      </div>
      <ul className="grid gap-2 sm:grid-cols-3">
        {presetsFrom(start).map(({ title, text }) => (
          <li key={title}>
            <button
              type="button"
              onClick={() => {
                draftOf(NEW_SESSION).update((draft) => ({ ...draft, text: t(text) }))
                document.getElementById("composer")?.focus()
              }}
              className="flex h-full w-full cursor-pointer flex-col gap-1 rounded-xl border border-line bg-surface p-3 text-start text-sm hover:border-edge hover:bg-raised"
            >
              <span className="font-medium">{t(title)}</span>
              <span className="line-clamp-2 text-xs text-quiet">{t(text)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
