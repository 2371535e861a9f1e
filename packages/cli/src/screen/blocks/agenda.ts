// The plan of a turn, or the model's task list: what is done, what is under way, what is left. Shown above the field while the
// turn runs, and above its end for good.
import type { Event } from "@pawl/agent"
import { partsText } from "../../run/notes.ts"
import { short } from "../../terminal/plain.ts"
import type { Style } from "../../terminal/style.ts"

type State = "open" | "running" | "done" | "failed"

interface Item {
  readonly text: string
  readonly state: State
}

export interface Agenda {
  readonly title: "plan" | "tasks"
  readonly items: readonly Item[]
}

/** As the tool `tasks` writes them. */
const TASK = /^\d+\. (open|doing|done|dropped): (.*)$/
const STATES: Readonly<Record<string, State>> = {
  open: "open",
  doing: "running",
  done: "done",
  dropped: "failed",
}
/** More would leave no room for the answer. */
const MOST_ROWS = 7

export function agendaAfter(agenda: Agenda | undefined, event: Event): Agenda | undefined {
  switch (event.type) {
    case "turn-start":
    case "plan-failed":
      return undefined
    case "plan-made":
      return { title: "plan", items: event.steps.map(({ what }) => ({ text: what, state: "open" })) }
    case "step-start":
      return changed(agenda, event.step, "running")
    case "step-end":
      return changed(agenda, event.step, event.outcome === "ok" ? "done" : "failed")
    case "tool-result":
      return event.name === "tasks" ? (tasksIn(partsText(event.content)) ?? agenda) : agenda
    default:
      return agenda
  }
}

function changed(agenda: Agenda | undefined, step: number, state: State): Agenda | undefined {
  if (agenda?.title !== "plan") return agenda
  return { ...agenda, items: agenda.items.map((item, index) => (index + 1 === step ? { ...item, state } : item)) }
}

function tasksIn(list: string): Agenda | undefined {
  const items = list.split("\n").flatMap((line) => {
    const [, mark = "", text] = TASK.exec(line) ?? []
    return text === undefined ? [] : [{ text, state: STATES[mark] ?? "open" }]
  })
  return items.length === 0 ? undefined : { title: "tasks", items }
}

export function agendaRows({ title, items }: Agenda, style: Style, most = MOST_ROWS): readonly string[] {
  const isOver = ({ state }: Item) => state === "done" || state === "failed"
  const next = items.findIndex((item) => !isOver(item))
  // The last that is done, and what comes now, are of most interest.
  const start = Math.max(0, Math.min((next < 0 ? items.length : next) - 1, items.length - most))
  const shown = items.slice(start, start + most)
  const left = items.length - shown.length
  const head = `${title}: ${items.filter(isOver).length} of ${items.length} done${left > 0 ? ` (${left} not shown)` : ""}`
  return [style.bold(head), ...shown.map((item) => `  ${itemText(item, style)}`)]
}

function itemText({ text, state }: Item, { bold, dim, green, yellow }: Style): string {
  const words = short(text, 200)
  const texts: Readonly<Record<State, string>> = {
    open: `\u25cb ${words}`,
    running: `${yellow("\u25d0")} ${bold(words)}`,
    done: `${green("\u25cf")} ${dim(words)}`,
    failed: `${yellow("\u2715")} ${dim(words)}`,
  }
  return texts[state]
}
