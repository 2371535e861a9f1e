// The messages that wait for the end of the turn: their rows above the field, and the keys that change them.
import type { QueueActions, QueuedLine } from "../repl/terminal.ts"
import { short } from "../terminal/plain.ts"
import type { Style } from "../terminal/style.ts"

export interface QueuePorts {
  readonly actions: QueueActions
  /** Puts a message that was taken back into the field. */
  readonly edit: (text: string) => void
  readonly changed: () => void
  readonly trouble: (error: unknown) => void
}

type Act = (id: string, ports: QueuePorts) => Promise<unknown>

/** By the name of the key, while a message is chosen. */
const ACTS: Readonly<Record<string, Act>> = {
  enter: async (id, { actions, edit }) => {
    const text = await actions.takeBack(id)
    if (text !== undefined) edit(text)
  },
  delete: (id, { actions }) => actions.takeBack(id),
  backspace: (id, { actions }) => actions.takeBack(id),
  "ctrl+s": (id, { actions }) => actions.sendNow(id),
  "alt+up": (id, { actions }) => actions.move(id, -1),
  "alt+down": (id, { actions }) => actions.move(id, 1),
}

const HINT = "  Up chooses one, Ctrl-S sends the first one now"
const CHOSEN_HINT = "  Enter edits, Del drops, Alt-Up and Alt-Down move, Ctrl-S sends now, Esc leaves"

export class Queue {
  readonly #ports: QueuePorts
  #messages: readonly QueuedLine[] = []
  /** A message that is moved is sent anew, so its place counts and not its id. */
  #chosen: number | undefined
  /** Where the message stood that is being edited: it goes back there. */
  #editedAt: number | undefined

  constructor(ports: QueuePorts) {
    this.#ports = ports
  }

  get size(): number {
    return this.#messages.length
  }

  show(messages: readonly QueuedLine[]): void {
    const added = messages.length > this.size ? messages.at(-1) : undefined
    this.#messages = messages
    if (added !== undefined) this.#putBack(added.id)
    if (this.#chosen !== undefined && messages.length === 0) this.#chosen = undefined
    else if (this.#chosen !== undefined) this.#chosen = Math.min(this.#chosen, messages.length - 1)
  }

  rows({ dim, bold, yellow }: Style): readonly string[] {
    if (this.size === 0) return []
    const rows = this.#messages.map(({ text }, index) => {
      const row = `queued ${index + 1}: ${short(text, 200)}`
      return index === this.#chosen ? bold(yellow(`\u25b8 ${row}`)) : dim(`  ${row}`)
    })
    return [...rows, dim(this.#chosen === undefined ? HINT : CHOSEN_HINT)]
  }

  /** The next message is another one. */
  forgetEdited(): void {
    this.#editedAt = undefined
  }

  /** What was edited was sent again, at the end. */
  #putBack(id: string): void {
    const to = this.#editedAt
    this.#editedAt = undefined
    if (to === undefined) return
    this.#do(id, async (_, { actions }) => {
      for (let at = this.size - 1; at > to; at--) await actions.move(id, -1)
    })
  }

  /** Chooses the newest. False when there is none. */
  begin(): boolean {
    if (this.size === 0) return false
    this.#chosen = this.size - 1
    this.#ports.changed()
    return true
  }

  sendFirst(): void {
    const [first] = this.#messages
    if (first !== undefined) this.#do(first.id, (id, { actions }) => actions.sendNow(id))
  }

  /** True when the key is for the queue. Any other key goes on in the field. */
  takes(name: string | undefined): boolean {
    if (this.#chosen === undefined) return false
    const at = this.#chosen
    const chosen = this.#messages[at]
    const act = name === undefined ? undefined : ACTS[name]
    const step = name === "up" ? -1 : name === "down" ? 1 : 0
    if (step !== 0) this.#step(at + step)
    else if (act !== undefined && chosen !== undefined) {
      this.#do(chosen.id, act)
      if (name === "enter") {
        this.#chosen = undefined
        this.#editedAt = at
      }
      if (name === "alt+up") this.#step(at - 1)
      if (name === "alt+down") this.#step(Math.min(this.size - 1, at + 1))
    } else this.#chosen = undefined
    this.#ports.changed()
    return step !== 0 || act !== undefined || name === "escape"
  }

  /** Below the last one is the field. */
  #step(to: number): void {
    this.#chosen = to >= this.size ? undefined : Math.max(0, to)
  }

  #do(id: string, act: Act): void {
    act(id, this.#ports).catch(this.#ports.trouble)
  }
}
