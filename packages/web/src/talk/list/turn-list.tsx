// The turns of a session, newest at the end. Earlier ones are loaded when the reader comes near them, and what is read stays put.
import { ArrowDown } from "lucide-react"
import { type ReactNode, useRef } from "react"
import type { LiveSession } from "../../data/live-session.ts"
import { useSelected } from "../../data/use-observable.ts"
import { t } from "../../i18n/words.ts"
import type { TurnActions } from "../message/turn-actions.ts"
import { hasOpenCalls } from "./activity.ts"
import { Earlier } from "./earlier.tsx"
import { groupsOf } from "./groups.ts"
import { TurnGroup } from "./turn-group.tsx"
import "./turn-list.css"
import { useArriving } from "./use-arriving.ts"
import { useEnd } from "./use-end.ts"
import { useNearby } from "./use-nearby.ts"
import { useSamePlace } from "./use-same-place.ts"

interface TurnListProps {
  readonly session: LiveSession
  readonly actions: TurnActions
  /** After the last turn: what was sent, and what goes on. */
  readonly children?: ReactNode
}

export function TurnList({ session, actions, children }: TurnListProps) {
  const turns = useSelected(session.view, (view) => view.turns)
  const hasEarlier = useSelected(session.view, (view) => view.earlier)
  const hasMore = useSelected(session.view, hasOpenCalls)
  const outer = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const { isAway, hasNews, toEnd } = useEnd({ outer, inner, news: turns.at(-1), hasMore })
  const { drawn, isWhole } = useArriving(turns)
  const groups = groupsOf(drawn)
  const last = drawn.at(-1)
  const nearby = useNearby(outer)
  useSamePlace(outer, drawn[0])
  return (
    <div className="relative min-h-0 grow">
      <section
        ref={outer}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key.
        tabIndex={0}
        aria-label={t("talk.conversation")}
        // Words for screen readers have no place in the flow: they are to scroll with the list, and not to make the page longer.
        className="turns relative h-full overflow-y-auto"
      >
        {/* Blocks, not flex items: a turn that comes above moves the others, and measures none of them. */}
        <div ref={inner} className="min-h-full pt-2 pb-4">
          {(hasEarlier || !isWhole) && <Earlier session={session} outer={outer} isWaiting={isWhole} />}
          {groups.map((group, place) => (
            <TurnGroup
              key={group.id}
              nearby={nearby}
              // Those between the first and the last do not grow any more.
              isSealed={place > 0 && place < groups.length - 1}
              turns={group.turns}
              session={session}
              actions={actions}
              last={last !== undefined && group.turns.includes(last) ? last : undefined}
            />
          ))}
          {children}
        </div>
      </section>
      {isAway && <ToEnd hasNews={hasNews} onClick={toEnd} />}
    </div>
  )
}

function ToEnd({ hasNews, onClick }: { readonly hasNews: boolean; readonly onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="absolute inset-x-0 bottom-3 mx-auto flex min-h-9 w-fit cursor-pointer items-center gap-1.5 rounded-full border border-line bg-surface px-3.5 text-sm shadow-lg hover:bg-raised"
    >
      <ArrowDown aria-hidden className="size-4" />
      {hasNews ? t("talk.newBelow") : t("talk.toEnd")}
      {hasNews && <span aria-hidden className="size-2 rounded-full bg-accent" />}
    </button>
  )
}
