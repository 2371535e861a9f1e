// Where the time of a call went: the model, the people it waited for, the tool. Loaded when the card is opened.
import type { ToolCard } from "@pawl/client"
import { client } from "../../data/client.ts"
import type { LiveSession } from "../../data/live-session.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { duration } from "../../i18n/durations.ts"
import { t } from "../../i18n/words.ts"
import { answerOf } from "./answer-of.ts"
import { type CallTimes, callTimes } from "./call-times.ts"

/** The request stands a few facts before its answer, the outcome of a call some after it. */
const BEFORE = 20
const AROUND = 200

export function CallTimesLine({ card, session }: { readonly card: ToolCard; readonly session: LiveSession }) {
  const { value } = useLoaded(() => timesOf(card, session), `${card.call} ${card.state}`)
  const times: CallTimes = value ?? (card.ms === undefined ? {} : { toolMs: card.ms })
  const parts = [
    ...(times.modelMs === undefined ? [] : [t("act.timeModel", { time: duration(times.modelMs) })]),
    ...(times.waitedMs === undefined ? [] : [t("act.timeWaited", { time: duration(times.waitedMs) })]),
    ...(times.toolMs === undefined ? [] : [t("act.timeTool", { time: duration(times.toolMs) })]),
  ]
  return <p className="text-xs text-quiet tabular-nums">{parts.join(" · ")}</p>
}

async function timesOf({ call }: ToolCard, session: LiveSession): Promise<CallTimes | undefined> {
  const seq = answerOf(session.view.get(), call)?.seq
  if (seq === undefined) return undefined
  const query = { after: Math.max(0, seq - BEFORE), limit: AROUND }
  const { facts } = await client.call("look.facts", { params: { session: session.id }, query })
  return callTimes(facts, call)
}
