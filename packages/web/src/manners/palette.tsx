// The command palette: a few letters find a page, a session or an action; arrows move, Enter chooses, Escape closes.
import { MessageSquare, Search } from "lucide-react"
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useState } from "react"
import { navigate } from "wouter/use-browser-location"
import { visible } from "../act/call/visible.ts"
import { PATHS } from "../app/paths.ts"
import { titleOf } from "../app/title-of.ts"
import { client } from "../data/client.ts"
import { standing } from "../data/me.ts"
import { sessionList } from "../data/session-list.ts"
import { useLoaded } from "../data/use-loaded.ts"
import { useObservable } from "../data/use-observable.ts"
import { t } from "../i18n/words.ts"
import { useModal } from "../ui/use-modal.ts"
import { matching } from "./match.ts"
import { neighbour } from "./neighbour.ts"
import { PALETTE_GROUPS, type PaletteItem, paletteItems } from "./palette-items.ts"
import { PaletteList } from "./palette-list.tsx"

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const dialog = useModal()
  const [words, setWords] = useState("")
  const [chosen, setChosen] = useState<string>()
  const list = useId()
  const items = useItems(words)
  const active = items.find(({ id }) => id === chosen) ?? items[0]
  const choose = (item: PaletteItem) => {
    // Closed first: the focus goes back, and what is chosen may move it elsewhere.
    dialog.current?.close()
    onClose()
    item.onChoose()
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined
    if (step !== undefined) setChosen(neighbour(items, active, step)?.id)
    else if (event.key === "Enter" && active !== undefined && !event.nativeEvent.isComposing) choose(active)
    else if (event.key === "k" && (event.ctrlKey || event.metaKey)) onClose()
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog; the click is on its backdrop.
    <dialog
      ref={dialog}
      aria-label={t("manners.palette")}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
      className="mx-auto mt-[10dvh] max-h-[min(34rem,80dvh)] w-[calc(100vw-1.5rem)] max-w-xl flex-col overflow-hidden rounded-2xl border border-line bg-surface p-0 text-ink shadow-2xl backdrop:bg-black/45 open:flex"
    >
      <div className="relative border-b border-line">
        <Search aria-hidden className="absolute start-4 top-4 size-4 text-quiet" />
        <input
          type="text"
          role="combobox"
          aria-label={t("manners.palette")}
          aria-expanded
          aria-controls={list}
          aria-autocomplete="list"
          {...(active !== undefined && { "aria-activedescendant": `${list}-${active.id}` })}
          placeholder={t("manners.paletteHint")}
          value={words}
          dir="auto"
          onKeyDown={onKey}
          onChange={(event) => {
            setWords(event.currentTarget.value)
            setChosen(undefined)
          }}
          className="h-12 w-full bg-transparent ps-11 pe-4 text-base outline-none placeholder:text-quiet"
        />
      </div>
      <PaletteList id={list} items={items} active={active} onChoose={choose} onPoint={(item) => setChosen(item.id)} />
    </dialog>
  )
}

const MOST_SESSIONS = 8
const LEAST_LETTERS = 2

/** Sessions by their titles first, then those that the server finds by their messages. */
function useItems(words: string): readonly PaletteItem[] {
  const now = useObservable(standing)
  const role = now.kind === "in" ? now.me.role : "viewer"
  const { sessions } = useObservable(sessionList)
  const fixed = useMemo(() => paletteItems(role), [role])
  const asked = useDeferredValue(words.trim())
  const { value: found } = useLoaded(
    async () => (asked.length < LEAST_LETTERS ? [] : await client.sessions.search(asked, { limit: MOST_SESSIONS })),
    asked,
  )
  return useMemo(() => {
    const titled = matching(
      sessions.map((session) => sessionItem(session.id, titleOf(session))),
      words,
    )
    const byText = (found ?? []).map(({ id, title, excerpt }) => sessionItem(id, visible(title ?? excerpt)))
    const all = [...titled, ...(words.trim() === "" ? [] : byText)].slice(0, MOST_SESSIONS)
    const once = [...new Map(all.map((item) => [item.id, item])).values()]
    const every = [...once, ...matching(fixed, words)]
    return PALETTE_GROUPS.flatMap((group) => every.filter((item) => item.group === group))
  }, [fixed, sessions, found, words])
}

function sessionItem(id: string, label: string): PaletteItem {
  return {
    id: `session-${id}`,
    group: "sessions",
    label,
    icon: MessageSquare,
    onChoose: () => navigate(PATHS.session(id)),
  }
}
