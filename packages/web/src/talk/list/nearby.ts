// Tells boxes of a list that scrolls when they come near the screen, and when they are far away.

/** In pixels. In between a box stays as it is, so that one at the border does not come and go. */
const NEAR = 4000
const FAR = 30_000

export interface Watcher {
  /** `isSeen`: it is on the screen already, as after a leap. */
  readonly near: (isSeen: boolean) => void
  readonly far: () => void
}

export class Nearby {
  readonly #watchers = new WeakMap<Element, Watcher>()
  readonly #near: IntersectionObserver
  readonly #far: IntersectionObserver

  constructor(root: Element) {
    this.#near = new IntersectionObserver((entries) => this.#come(entries, root), marginOf(root, NEAR))
    this.#far = new IntersectionObserver((entries) => this.#go(entries), marginOf(root, FAR))
  }

  /** Until the function that is returned is called. */
  watch(box: Element, watcher: Watcher): () => void {
    this.#watchers.set(box, watcher)
    for (const each of [this.#near, this.#far]) each.observe(box)
    return () => {
      for (const each of [this.#near, this.#far]) each.unobserve(box)
    }
  }

  close(): void {
    for (const each of [this.#near, this.#far]) each.disconnect()
  }

  #come(entries: readonly IntersectionObserverEntry[], root: Element): void {
    const screen = root.getBoundingClientRect()
    for (const { target, isIntersecting, boundingClientRect: box } of entries) {
      if (!isIntersecting) continue
      this.#watchers.get(target)?.near(box.top < screen.bottom && box.bottom > screen.top)
    }
  }

  #go(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) if (!isIntersecting) this.#watchers.get(target)?.far()
  }
}

function marginOf(root: Element, pixels: number): IntersectionObserverInit {
  return { root, rootMargin: `${pixels}px 0px` }
}
