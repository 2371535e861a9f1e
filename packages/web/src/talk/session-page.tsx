// One session: its head, its turns, what goes on, and the composer.
import { newId } from "@pawl/client"
import { useEffect, useMemo, useState } from "react"
import { useLocation } from "wouter"
import { EffectsBadge } from "../act/effects/effects-badge.tsx"
import { ForeignNote } from "../app/foreign-note.tsx"
import { FailedPage } from "../app/lost-page.tsx"
import { PATHS } from "../app/paths.ts"
import { LiveSession } from "../data/live-session.ts"
import { sessionList } from "../data/session-list.ts"
import { useObservable, useSelected } from "../data/use-observable.ts"
import { filesIn, isRunning } from "../data/view/session-view.ts"
import { t } from "../i18n/words.ts"
import { ContextMeter } from "../see/context-meter.tsx"
import { SidePanel } from "../see/side-panel.tsx"
import { chooseTab } from "../see/tab-choice.ts"
import { Spinner } from "../ui/spinner.tsx"
import { attempt } from "../ui/toasts.tsx"
import { Composer } from "./composer/composer.tsx"
import { addToDraft } from "./composer/draft.ts"
import { focusComposer } from "./composer/focus-composer.ts"
import type { Outgoing } from "./composer/outgoing.ts"
import { EditComposer } from "./edit-composer.tsx"
import { useEditing } from "./editing.ts"
import { SessionHeader } from "./header/session-header.tsx"
import { KeptWords } from "./kept-words.tsx"
import { ActivityLine } from "./list/activity-line.tsx"
import { Announcer } from "./list/announcer.tsx"
import { PendingMessages, Queue } from "./list/sent-list.tsx"
import { TurnList } from "./list/turn-list.tsx"
import { sessionCommands } from "./session-commands.ts"
import { usePanel } from "./use-panel.ts"
import { useStopByKey } from "./use-stop-by-key.ts"
import { useTurnActions } from "./use-turn-actions.ts"
import { useWayBack, type WayBack } from "./way-back.tsx"

export function SessionPage({ id }: { readonly id: string }) {
  const { live, again } = useLiveSession(id)
  if (live === undefined) return <Loading />
  return <Loaded key={live.id} live={live} onRetry={again} />
}

function Loading() {
  return (
    <div className="grid grow place-items-center">
      <Spinner label={t("app.loading")} />
    </div>
  )
}

/** Followed as long as the page is shown. */
function useLiveSession(id: string): { readonly live: LiveSession | undefined; readonly again: () => void } {
  const [live, setLive] = useState<LiveSession | undefined>(undefined)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round begins anew.
  useEffect(() => {
    const now = new LiveSession(id)
    setLive(now)
    void now.start()
    return () => now.close()
  }, [id, round])
  return { live, again: () => setRound((now) => now + 1) }
}

function Loaded({ live, onRetry }: { readonly live: LiveSession; readonly onRetry: () => void }) {
  const state = useObservable(live.state)
  if (state.kind === "failed")
    return (
      <FailedPage error={state.error} onRetry={onRetry}>
        <KeptWords session={live.id} />
      </FailedPage>
    )
  if (state.kind === "loading") return <Loading />
  return <Conversation live={live} />
}

function Conversation({ live }: { readonly live: LiveSession }) {
  const session = useSession(live)
  const panel = usePanel()
  const back = useWayBack(live.id)
  const showEffects = () => {
    chooseTab("effects")
    panel.open()
  }
  return (
    <div className="flex min-h-0 grow">
      <div className="flex min-w-0 grow flex-col">
        <SessionHeader live={live} session={session} isPanelOpen={panel.isOpen} onPanel={panel.toggle}>
          <EffectsBadge session={live} onOpen={showEffects} />
          <ContextMeter session={live} onOpen={panel.open} />
        </SessionHeader>
        <ForeignNote owner={session?.owner} />
        <Talk live={live} workspace={session?.workspace ?? undefined} back={back} />
      </div>
      {panel.isOpen && <SidePanel session={live} onClose={panel.toggle} />}
      {back.dialog}
    </div>
  )
}

interface TalkProps {
  readonly live: LiveSession
  readonly workspace: string | undefined
  readonly back: WayBack
}

function Talk({ live, workspace, back }: TalkProps) {
  const [, go] = useLocation()
  const running = useSelected(live.view, isRunning)
  const filesSaid = useSelected(live.view, filesIn)
  const stop = () => {
    focusComposer()
    attempt(() => live.cancel())
  }
  useStopByKey(running, stop)
  const { rewind, undo } = back
  const editing = useEditing(live)
  const actions = useTurnActions(live, { go, rewind, edit: editing.begin })
  const commands = useMemo(() => {
    const ways = { goHome: () => go(PATHS.home), goTo: (id: string) => go(PATHS.session(id)) }
    return sessionCommands({ live, ...ways, rewind, undo })
  }, [live, go, rewind, undo])
  return (
    <>
      <TurnList session={live} actions={actions}>
        <PendingMessages session={live} />
        <ActivityLine session={live} />
      </TurnList>
      <Announcer session={live} />
      <div className="mx-auto column w-full px-3 pb-3">
        <Queue session={live} onEdit={(text) => addToDraft(live.id, text)} />
        {editing.isEditing ? (
          <EditComposer live={live} workspace={workspace} go={go} onCancel={editing.cancel} />
        ) : (
          <Composer
            session={live.id}
            workspace={workspace}
            commands={commands}
            isRunning={running}
            onStop={stop}
            filesSaid={filesSaid}
            onSend={(message) => send(live, message)}
            autoFocus
          />
        )}
      </div>
    </>
  )
}

/** It is shown and kept by the session from here on, whatever happens. */
function send(live: LiveSession, { input, parts, how }: Outgoing): boolean {
  void live.sender.send(input, { id: newId(), parts }, how)
  return true
}

/** From the list, which is live; as it was loaded if the list has not come to it. */
function useSession({ id, row }: LiveSession) {
  return useSelected(sessionList, ({ sessions }) => sessions.find((each) => each.id === id)) ?? row
}
