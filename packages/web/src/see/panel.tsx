// The panel's tabs, and the one that is open.
import { Maximize2, Minimize2, X } from "lucide-react"
import { type KeyboardEvent, type ReactNode, useId } from "react"
import type { LiveSession } from "../data/live-session.ts"
import { useObservable } from "../data/use-observable.ts"
import { t } from "../i18n/words.ts"
import { IconButton } from "../ui/button.tsx"
import { cx } from "../ui/cx.ts"
import { ContextTab } from "./context/context-tab.tsx"
import { CostTab } from "./cost/cost-tab.tsx"
import { EffectsTab } from "./effects/effects-tab.tsx"
import { FactsTab } from "./facts/facts-tab.tsx"
import { FilesTab } from "./files/files-tab.tsx"
import { chooseTab, openTab, TABS, type TabName, tabAfter } from "./tab-choice.ts"
import { TAB_ICONS } from "./tab-icons.ts"
import { TasksTab } from "./tasks/tasks-tab.tsx"
import { TimelineTab } from "./timeline/timeline-tab.tsx"

const CONTENT: Readonly<Record<TabName, (props: { readonly session: LiveSession }) => ReactNode>> = {
  context: ContextTab,
  tasks: TasksTab,
  timeline: TimelineTab,
  files: FilesTab,
  effects: EffectsTab,
  facts: FactsTab,
  cost: CostTab,
}

interface PanelProps {
  readonly session: LiveSession
  readonly onClose: () => void
  readonly isWide?: boolean
  /** Absent where there is no more room. */
  readonly onWiden?: () => void
}

export default function Panel({ session, onClose, isWide = false, onWiden }: PanelProps) {
  const tab = useObservable(openTab)
  const id = useId()
  const Content = CONTENT[tab]
  return (
    <>
      <header className="flex items-center gap-1 border-b border-line py-1 ps-2 pe-1">
        <TabList id={id} tab={tab} isWide={isWide} onChoose={chooseTab} />
        {onWiden !== undefined && (
          <IconButton
            icon={isWide ? Minimize2 : Maximize2}
            label={t(isWide ? "see.narrow" : "see.widen")}
            size="small"
            onClick={onWiden}
          />
        )}
        <IconButton icon={X} label={t("see.closePanel")} size="small" onClick={onClose} />
      </header>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${tab}`}
        className="flex min-h-0 grow flex-col overflow-y-auto"
      >
        <Content key={`${session.id} ${tab}`} session={session} />
      </div>
    </>
  )
}

interface TabListProps {
  readonly id: string
  readonly isWide: boolean
  readonly tab: TabName
  readonly onChoose: (tab: TabName) => void
}

function TabList({ id, tab, isWide, onChoose }: TabListProps) {
  const onKey = (event: KeyboardEvent) => {
    const next = tabAfter(tab, event.key, document.documentElement.dir === "rtl")
    if (next === undefined) return
    event.preventDefault()
    onChoose(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  return (
    <div
      role="tablist"
      aria-label={t("talk.sidePanel")}
      className={cx("flex min-w-0 grow", isWide ? "gap-3" : "justify-between")}
      onKeyDown={onKey}
    >
      {TABS.map((name) => (
        <Tab key={name} id={id} name={name} isOn={name === tab} onChoose={onChoose} />
      ))}
    </div>
  )
}

interface TabProps {
  readonly id: string
  readonly name: TabName
  readonly isOn: boolean
  readonly onChoose: (tab: TabName) => void
}

function Tab({ id, name, isOn, onChoose }: TabProps) {
  const Icon = TAB_ICONS[name]
  return (
    <button
      type="button"
      role="tab"
      id={`${id}-${name}`}
      aria-selected={isOn}
      aria-controls={`${id}-panel`}
      tabIndex={isOn ? 0 : -1}
      title={t(`see.tab_${name}`)}
      onClick={() => onChoose(name)}
      className={cx(
        "flex min-h-9 min-w-9 cursor-pointer flex-col items-center justify-center gap-0.5 rounded-lg px-1 py-1 text-[0.6875rem] leading-4",
        isOn ? "bg-accent-soft font-medium text-accent" : "text-quiet hover:bg-raised hover:text-ink",
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {/* A phone has room for the name of the open one only. */}
      <span className={cx("max-w-full truncate", !isOn && "max-sm:sr-only")}>{t(`see.tab_${name}`)}</span>
    </button>
  )
}
