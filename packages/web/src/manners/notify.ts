// Notifications while the person looks elsewhere. Of several tabs one gives them, and none does while any tab is in sight.
import { navigate } from "wouter/use-browser-location"
import { PATHS } from "../app/paths.ts"
import { titleOf } from "../app/title-of.ts"
import { isNotifier } from "../data/resting.ts"
import { sessionList } from "../data/session-list.ts"
import { t } from "../i18n/words.ts"
import { notifications } from "./choices.ts"
import { type News, newsBetween } from "./news.ts"

/** Locks end with their tab, however it ends, so no tab counts after it is gone. */
const NOTIFIER = "pawl.notifier"
const IN_SIGHT = "pawl.in-sight"

/** Browsers have both only on https and on this machine. */
export function canNotify(): boolean {
  return "Notification" in window && "locks" in navigator
}

/** Asks the person, who has just clicked. False when the browser or the person refuses. */
export async function askToNotify(): Promise<boolean> {
  if (!canNotify()) return false
  const isAllowed = (await Notification.requestPermission()) === "granted"
  notifications.choose(isAllowed ? "on" : "off")
  return isAllowed
}

/** Watches the list of sessions until the signal is aborted. */
export function followNews(signal: AbortSignal): void {
  if (!canNotify()) return
  hold(NOTIFIER, { signal }, () => isNotifier.set(true))
  holdWhileInSight(signal)
  let before = sessionList.get()
  const unsubscribe = sessionList.subscribe(() => {
    const after = sessionList.get()
    const news = before.isLoaded ? newsBetween(before.sessions, after.sessions) : []
    before = after
    if (isNotifier.get() && document.hidden && mayNotify()) for (const each of news) void announce(each)
  })
  signal.addEventListener("abort", () => {
    unsubscribe()
    isNotifier.set(false)
  })
}

export function mayNotify(): boolean {
  return notifications.get() === "on" && canNotify() && Notification.permission === "granted"
}

async function announce({ kind, session }: News): Promise<void> {
  const { held = [] } = await navigator.locks.query()
  if (held.some(({ name }) => name === IN_SIGHT)) return
  try {
    // One for each session: a later one takes the place of the earlier one.
    const shown = new Notification(t(`manners.news_${kind}`), { body: titleOf(session), tag: session.id, dir: "auto" })
    shown.onclick = () => {
      window.focus()
      navigate(PATHS.session(session.id))
      shown.close()
    }
  } catch {
    // Some phones allow notifications by a service worker only; the title of the tab still counts.
  }
}

function holdWhileInSight(signal: AbortSignal): void {
  let release = new AbortController()
  const follow = () => {
    release.abort()
    release = new AbortController()
    if (!document.hidden && !signal.aborted) hold(IN_SIGHT, { signal: release.signal, mode: "shared" })
  }
  follow()
  document.addEventListener("visibilitychange", follow, { signal })
  signal.addEventListener("abort", () => release.abort())
}

/** Holds the lock, once it is free, until the signal is aborted. */
function hold(
  name: string,
  { signal, mode = "exclusive" }: { readonly signal: AbortSignal; readonly mode?: LockMode },
  onHeld?: () => void,
): void {
  const held = navigator.locks.request(name, { signal, mode }, () => {
    onHeld?.()
    return new Promise<void>((done) => signal.addEventListener("abort", () => done()))
  })
  // Aborted while it waited.
  held.catch(() => {})
}
