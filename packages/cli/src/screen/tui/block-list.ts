// All blocks, of which only the last are laid out for a frame: a frame costs the same however long the conversation is. What has
// scrolled off long ago is in the terminal's history, and is drawn again only when everything is.
import type { Component } from "@earendil-works/pi-tui"
import type { Block } from "../blocks/block.ts"
import type { BlockComponent } from "./block-component.ts"

/** Rows above the screen that stay part of a frame, and how many more are set aside at once. */
const KEPT_ROWS = 300
const SLACK_ROWS = 300

export class BlockList implements Component {
  readonly #all = new Map<number, BlockComponent>()
  #shown: BlockComponent[] = []
  #aside: BlockComponent[] = []
  readonly #rowsOfScreen: () => number
  /** Of the last frame. */
  #size = ""

  constructor(rowsOfScreen: () => number) {
    this.#rowsOfScreen = rowsOfScreen
  }

  get components(): Iterable<BlockComponent> {
    return this.#all.values()
  }

  get(id: number): BlockComponent | undefined {
    return this.#all.get(id)
  }

  add(id: number, component: BlockComponent): void {
    this.#all.set(id, component)
    this.#shown.push(component)
  }

  /** A change that cannot be drawn without drawing everything waits while a call still runs. */
  replace(known: BlockComponent, block: Block): void {
    const isOff = this.#isOffScreen(known)
    if (isOff && block.kind === "tool" && block.outcome === undefined) known.replaceLater(block)
    else {
      known.replace(block)
      if (isOff) this.showAll()
    }
  }

  /** Sets the oldest aside. Returns how many rows of the frame they were. */
  setAside(rowsAboveScreen: number): number {
    if (rowsAboveScreen < KEPT_ROWS + SLACK_ROWS) return 0
    let rows = 0
    let count = 0
    for (const { height } of this.#shown) {
      if (height === undefined || rows + height > rowsAboveScreen - KEPT_ROWS) break
      rows += height
      count++
    }
    this.#aside.push(...this.#shown.splice(0, count))
    return rows
  }

  /** The next frame draws everything. */
  showAll(): void {
    this.#shown = [...this.#aside, ...this.#shown]
    this.#aside = []
  }

  invalidate(): void {
    for (const component of this.#all.values()) component.invalidate()
  }

  render(width: number): string[] {
    const size = `${width}x${this.#rowsOfScreen()}`
    // The library erases the terminal's history then, so all of it is drawn.
    if (size !== this.#size) this.showAll()
    this.#size = size
    return this.#shown.flatMap((component) => component.render(width))
  }

  #isOffScreen(component: BlockComponent): boolean {
    const height = this.#rowsOfScreen()
    let below = 0
    for (let at = this.#shown.length - 1; at >= 0 && below < height; at--) {
      if (this.#shown[at] === component) return false
      below += this.#shown[at]?.height ?? 0
    }
    return true
  }
}
