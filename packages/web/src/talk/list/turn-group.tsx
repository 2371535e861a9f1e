// Some turns of a list. Far from the screen they are left out of the page, and an empty box keeps their place.
import { memo, type RefObject, useEffect, useReducer, useRef } from "react"
import type { LiveSession } from "../../data/live-session.ts"
import type { ViewTurn } from "../../data/view/session-view.ts"
import { Boundary } from "../../ui/boundary.tsx"
import type { TurnActions } from "../message/turn-actions.ts"
import { TurnView } from "../message/turn-view.tsx"
import { all, next, type Place } from "./left-out.ts"
import type { Nearby } from "./nearby.ts"

interface TurnGroupProps {
  readonly turns: readonly ViewTurn[]
  readonly session: LiveSession
  readonly actions: TurnActions
  /** The last turn of the list, if it is in this group. */
  readonly last: ViewTurn | undefined
  /** It is between others, and does not grow any more. */
  readonly isSealed: boolean
  readonly nearby: RefObject<Nearby | undefined>
}

/** Drawn again when one of its own turns changes: a long list has hundreds of groups. */
export const TurnGroup = memo(function TurnGroup({ turns, session, actions, last, isSealed, nearby }: TurnGroupProps) {
  const box = useRef<HTMLDivElement>(null)
  const [place, tell] = useReducer(next, all)
  useEffect(() => {
    const group = box.current
    if (!isSealed || group === null) return
    return nearby.current?.watch(group, {
      near: (isSeen) => tell({ type: "near", isSeen }),
      far: () => {
        if (!isInUse(group)) tell({ type: "far", height: group.offsetHeight })
      },
    })
  }, [isSealed, nearby])
  const drawn = isSealed ? drawnOf(turns, place) : turns
  useEffect(() => {
    if (place.kind !== "coming" || !isSealed) return
    const frame = requestAnimationFrame(() => tell({ type: "frame", turns: turns.length }))
    return () => cancelAnimationFrame(frame)
  }, [place, isSealed, turns.length])
  const height = isSealed && place.kind !== "all" ? place.height : undefined
  return (
    <div ref={box} data-sealed={isSealed || undefined} className="turn-group" style={{ height }}>
      {drawn.map((turn) => (
        <Boundary key={turn.turn} of={turn}>
          <TurnView turn={turn} session={session} isLast={turn === last} actions={actions} />
        </Boundary>
      ))}
    </div>
  )
}, isSame)

function isSame({ turns, ...before }: TurnGroupProps, { turns: now, ...after }: TurnGroupProps): boolean {
  const others = (Object.keys(before) as (keyof typeof before)[]).every((name) => before[name] === after[name])
  return others && turns.length === now.length && turns.every((turn, index) => turn === now[index])
}

const IN_USE = ':focus, [aria-expanded="true"], details[open], [data-request]'

function drawnOf(turns: readonly ViewTurn[], place: Place): readonly ViewTurn[] {
  if (place.kind === "all") return turns
  return place.kind === "coming" ? turns.slice(0, place.turns) : []
}

/** What a person opened, works in, or is asked stays as it is. */
function isInUse(group: Element): boolean {
  return group.querySelector(IN_USE) !== null || hasSelection(group)
}

function hasSelection(group: Element): boolean {
  const selection = document.getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(group, true)
}
