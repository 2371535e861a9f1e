// Whether a person moves a list: with a wheel, a finger, a key, the focus or the scrollbar.

/** A list goes on moving for a while after the hand. */
const AFTER_MS = 1000

export interface Hand {
  /** At this moment of an event. */
  isAt(now: number): boolean
  stop(): void
}

export function watchHand(box: HTMLElement): Hand {
  const end = new AbortController()
  const how = { passive: true, signal: end.signal } as const
  let last = Number.NEGATIVE_INFINITY
  let isHeld = false
  const touch = ({ timeStamp }: Event) => {
    last = timeStamp
  }
  for (const type of ["wheel", "touchstart", "touchmove"] as const) box.addEventListener(type, touch, how)
  // On the list itself there is only its scrollbar.
  const press = (event: PointerEvent) => {
    isHeld = event.target === box
    if (isHeld) touch(event)
  }
  box.addEventListener("pointerdown", press, how)
  const release = ({ buttons }: PointerEvent) => {
    if (buttons === 0) isHeld = false
  }
  for (const type of ["pointerup", "pointermove"] as const) document.addEventListener(type, release, how)
  // Keys lead to places from anywhere on the page; letters in a field do not.
  const key = (event: KeyboardEvent) => {
    if (!(event.target instanceof Element && event.target.matches("input, textarea, select"))) touch(event)
  }
  document.addEventListener("keydown", key, how)
  // The focus leads to places too: by Tab from a field, or to a request that the person asked for.
  const focus = (event: FocusEvent) => {
    if (event.target instanceof Element && event.target.matches(":focus-visible, [data-request]")) touch(event)
  }
  box.addEventListener("focusin", focus, how)
  return { isAt: (now) => isHeld || now - last < AFTER_MS, stop: () => end.abort() }
}
