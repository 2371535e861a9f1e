// Tells the person who settled a request that was open here: another window, another person, or the clock.
import type { Fact } from "@pawl/client"
import { client } from "../../data/client.ts"
import { standing } from "../../data/me.ts"
import { t } from "../../i18n/words.ts"
import { tell } from "../../ui/toasts.tsx"
import { sayCall } from "../call/say-call.ts"
import type { Asked } from "./request-book.ts"
import { settlementIn } from "./settlement.ts"

const TAIL = 300

const WORDS = {
  approved: "act.approvedElsewhere",
  denied: "act.deniedElsewhere",
  answered: "act.answeredElsewhere",
  gone: "act.goneElsewhere",
} as const

export async function tellSettled(request: Asked): Promise<void> {
  const { what, telling } = sayCall(request.name, request.arguments)
  const { how, by } = settlementIn(await tailOf(request.session), request)
  tell(t(WORDS[how], { who: whoWords(by), what: `${what} ${telling}`.trim() }))
}

/** The last facts of the session: the settlement has just been written. Empty when they cannot be read. */
async function tailOf(session: string): Promise<readonly Fact[]> {
  try {
    const { seq } = await client.call("sessions.get", { params: { session } })
    const query = { after: Math.max(0, seq - TAIL), limit: TAIL }
    return (await client.call("look.facts", { params: { session }, query })).facts
  } catch {
    return []
  }
}

function whoWords(by: string | undefined): string {
  const now = standing.get()
  if (by === undefined) return t("act.someone")
  return now.kind === "in" && now.me.user === by ? t("act.youElsewhere") : by
}
