// Keeps a list at its end while it grows, or at the request that waits further up, unless the person scrolled away; tells whether
// they did, and whether more came since.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"
import { type Follow, isDisplaced, nextFollow, placeAfter } from "./follow.ts"
import { watchHand } from "./hand.ts"

export interface End {
  /** The end is not in sight. */
  readonly isAway: boolean
  readonly hasNews: boolean
  readonly toEnd: () => void
}

interface Grows {
  readonly outer: RefObject<HTMLElement | null>
  /** What grows in `outer`. */
  readonly inner: RefObject<HTMLElement | null>
  /** Another value when more came. */
  readonly news: unknown
  /** More calls of the turn are to come. */
  readonly hasMore: boolean
}

export function useEnd({ outer, inner, news, hasMore }: Grows): End {
  const follow = useRef<Follow>("end")
  const more = useRef(hasMore)
  more.current = hasMore
  const [isAway, setAway] = useState(false)
  const [seen, setSeen] = useState(news)
  const toEnd = useCallback(() => {
    follow.current = "end"
    setAway(false)
    stick(outer.current)
  }, [outer])
  const changedAt = useRef(0)
  useLayoutEffect(() => stick(outer.current), [outer])
  // biome-ignore lint/correctness/useExhaustiveDependencies: when more came.
  useLayoutEffect(() => {
    changedAt.current = performance.now()
  }, [news])
  useEffect(() => {
    const [box, content] = [outer.current, inner.current]
    if (box === null || content === null) return
    return keep(box, content, {
      get: () => ({ follow: follow.current, hasMore: more.current, changedAt: changedAt.current }),
      set: (next) => {
        follow.current = next
        setAway(next !== "end")
      },
    })
  }, [outer, inner])
  if (!isAway && seen !== news) setSeen(news)
  return { isAway, hasNews: isAway && seen !== news, toEnd }
}

/** A scroll that a change makes comes with its frame. */
const CHANGING_MS = 200

interface Following {
  get(): { readonly follow: Follow; readonly hasMore: boolean; readonly changedAt: number }
  set(follow: Follow): void
}

/** Returns what ends it. */
function keep(box: HTMLElement, content: HTMLElement, following: Following): () => void {
  const hand = watchHand(box)
  let lastTop = box.scrollTop
  let left: Element | null = null
  const place = (follow: Follow, request: Element | null) => {
    if (follow === "end") stick(box)
    if (follow === "request" && request !== null) box.scrollTop += topOf(request) - topOf(box)
    // What is moved here is no leap of the person.
    lastTop = box.scrollTop
  }
  const onScroll = ({ timeStamp }: Event) => {
    const { scrollTop, scrollHeight, clientHeight } = box
    const isByHand = hand.isAt(timeStamp)
    const distance = scrollHeight - clientHeight - scrollTop
    const how = { distance, moved: scrollTop - lastTop, isByHand, screen: clientHeight }
    const { follow, changedAt } = following.get()
    const next = nextFollow(follow, how)
    if (isByHand && how.moved !== 0) left = requestIn(box)
    lastTop = scrollTop
    following.set(next)
    const isChanging = timeStamp - changedAt < CHANGING_MS
    if (isDisplaced(next, how, isChanging)) place("end", null)
  }
  const grown = new ResizeObserver(() => {
    const request = requestIn(box)
    const { follow, hasMore } = following.get()
    const next = placeAfter(follow, {
      bottom: request === null ? undefined : request.getBoundingClientRect().bottom - topOf(content),
      isLeft: request !== null && request === left,
      hasMore,
      endTop: content.clientHeight - box.clientHeight,
    })
    following.set(next)
    place(next, request)
  })
  box.addEventListener("scroll", onScroll, { passive: true })
  grown.observe(content)
  grown.observe(box)
  return () => {
    box.removeEventListener("scroll", onScroll)
    hand.stop()
    grown.disconnect()
  }
}

/** The card of the first open request. */
function requestIn(box: HTMLElement): Element | null {
  return box.querySelector("[data-request]")?.closest("[data-call]") ?? null
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top
}

function stick(box: HTMLElement | null): void {
  if (box !== null) box.scrollTop = box.scrollHeight
}
