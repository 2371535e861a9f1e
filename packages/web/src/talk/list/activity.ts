// What a session does right now, from its view.
import { isRunning, type SessionView, type ViewCard } from "../../data/view/session-view.ts"
import type { Fill, Key } from "../../i18n/words.ts"

export interface Doing {
  readonly key: Key
  readonly fill?: Fill
  /** In milliseconds since 1970. */
  readonly since?: number
  readonly until?: number
}

type Now = Pick<SessionView, "turns" | "activity" | "live">

/** First match. Undefined while nothing goes on, and while words come: these show it themselves. */
export function activityOf(view: Now): Doing | undefined {
  if (view.activity?.kind === "condensing") return { key: "talk.condensing", since: view.activity.since }
  if (!isRunning(view)) return undefined
  if (view.live !== undefined && view.live.text !== "") return undefined
  return ofCards(view) ?? ofActivity(view) ?? { key: "talk.working" }
}

/** Calls of the last answer are under way or to come. */
export function hasOpenCalls({ turns }: Pick<SessionView, "turns">): boolean {
  return (answersOf(turns).at(-1) ?? []).some(({ state }) => OPEN.has(state))
}

const OPEN: ReadonlySet<ViewCard["state"]> = new Set(["asked", "waiting", "running"])

/** The cards of each answer of the last turn. */
function answersOf(turns: Now["turns"]): readonly (readonly ViewCard[])[] {
  return (turns.at(-1)?.messages ?? []).flatMap((message) =>
    message.role === "assistant" ? [message.parts.filter((part): part is ViewCard => part.type === "tool")] : [],
  )
}

function ofCards({ turns }: Now): Doing | undefined {
  const answers = answersOf(turns)
  const waiting = answers.find((cards) => cards.some(({ state }) => state === "waiting"))
  if (waiting !== undefined) return ofWaiting(waiting)
  const cards = answers.flat()
  const running = cards.filter(({ state }) => state === "running")
  if (running.length > 1) return { key: "talk.runningMany", fill: { n: running.length } }
  return running[0] === undefined ? undefined : { key: "talk.running", fill: { name: running[0].name } }
}

/** With its place among the calls of the answer, if there are several. */
function ofWaiting(cards: readonly ViewCard[]): Doing {
  if (cards.length === 1) return { key: "talk.waitsForYou" }
  const n = cards.findIndex(({ state }) => state === "waiting") + 1
  return { key: "talk.waitsForYouOf", fill: { n, all: cards.length } }
}

function ofActivity({ activity, live }: Now): Doing | undefined {
  if (live !== undefined && live.thinking !== "") return { key: "talk.thinkingNow", since: live.since }
  switch (activity?.kind) {
    case "asking":
      return { key: "talk.asking", fill: { model: shortModel(activity.model) }, since: activity.since }
    case "retry":
      return activity.why === ""
        ? { key: "talk.retrying", until: activity.until }
        : { key: "talk.retryingBecause", fill: { why: activity.why }, until: activity.until }
    case "rate":
      return { key: "talk.rateLimited", fill: { model: shortModel(activity.model) }, until: activity.until }
    case "nudged":
      return { key: "talk.nudged" }
    default:
      return undefined
  }
}

/** "openai:gpt-9" is "gpt-9" to a reader. */
export function shortModel(model: string): string {
  return model.slice(model.indexOf(":") + 1)
}
