// What the screen knows of the session that it shows: its events become blocks, and the rows around the field are made of them.
import type { Event } from "@pawl/agent"
import type { ViewHow } from "../repl/terminal.ts"
import type { Style } from "../terminal/style.ts"
import { type Agenda, agendaAfter, agendaRows } from "./blocks/agenda.ts"
import type { Block } from "./blocks/block.ts"
import { busyRow, IDLE, placeRow, type Status, statusAfter, turnSummary } from "./blocks/status.ts"
import { Transcript } from "./blocks/transcript.ts"

export interface SessionViewPorts {
  readonly style: Style
  readonly nextId: () => number
  readonly put: (id: number, block: Block) => void
}

/** Rows of a list that stays. */
const ALL = 40

export class SessionView {
  readonly #how: ViewHow
  readonly #ports: SessionViewPorts
  readonly #transcript: Transcript
  #status: Status
  #agenda: Agenda | undefined

  constructor(how: ViewHow, ports: SessionViewPorts) {
    this.#how = how
    this.#ports = ports
    this.#status = { ...IDLE, used: how.usedBefore }
    this.#transcript = new Transcript({ ...ports, chain: how.chain, thinking: how.thinking })
  }

  /** A turn runs. */
  get isBusy(): boolean {
    return this.#status.since !== undefined
  }

  take(event: Event): void {
    this.#transcript.take(event)
    const now = Date.now()
    this.#agenda = agendaAfter(this.#agenda, event)
    if (event.type === "turn-end") this.#end(now)
    this.#status = statusAfter(this.#status, event, now)
  }

  rowsAbove(): readonly string[] {
    return this.#agenda === undefined ? [] : agendaRows(this.#agenda, this.#ports.style)
  }

  rowsBelow(width: number, queued: number): readonly string[] {
    const { style } = this.#ports
    const busy = busyRow(this.#status, Date.now(), style, width)
    const place = placeRow(this.#status, { ...this.#how.about(), queued }, width)
    return [...(busy === undefined ? [] : [busy]), style.dim(place)]
  }

  /** The list stays where the turn ended, above its summary. */
  #end(now: number): void {
    const { style, nextId, put } = this.#ports
    const agenda = this.#agenda && agendaRows(this.#agenda, style, ALL).join("\n")
    const summary = turnSummary(this.#status, now)
    for (const text of [agenda, summary && style.dim(summary)])
      if (text !== undefined) put(nextId(), { kind: "note", text })
    this.#agenda = undefined
  }
}
