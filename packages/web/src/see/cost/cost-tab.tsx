// Tokens and money: of the session, of each turn, and of each request of a turn.
import { useMemo, useState } from "react"
import { client } from "../../data/client.ts"
import type { LiveSession } from "../../data/live-session.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { useSelected } from "../../data/use-observable.ts"
import type { ViewTurn } from "../../data/view/session-view.ts"
import { t } from "../../i18n/words.ts"
import { Failed } from "../../ui/empty.tsx"
import { useTurnFacts } from "../facts/use-facts.ts"
import { useNews } from "../news.ts"
import { Hint, Section } from "../section.tsx"
import { TurnPicker } from "../turn-picker.tsx"
import { CallTable } from "./call-table.tsx"
import { callCostsOf, sumOf } from "./cost-of.ts"
import { ModelTable } from "./model-table.tsx"
import { type ModelCost, modelCostsOf } from "./session-cost.ts"
import { SumView } from "./sum-view.tsx"
import { TurnTable } from "./turn-table.tsx"

export function CostTab({ session }: { readonly session: LiveSession }) {
  const turns = useSelected(session.view, (view) => view.turns)
  const [chosen, choose] = useState<number>()
  const turn = turns.find((each) => each.turn === chosen)?.turn ?? turns.at(-1)?.turn
  if (turn === undefined) return <Hint>{t("see.noTurns")}</Hint>
  return (
    <>
      <OfSession session={session} />
      <OfTurn session={session} turns={turns} turn={turn} onChoose={choose} />
      <Section title={t("see.turns")}>
        <TurnTable session={session} turns={turns} turn={turn} onChoose={choose} />
      </Section>
    </>
  )
}

function OfSession({ session }: { readonly session: LiveSession }) {
  const news = useNews(session, 2000)
  const { value, error, reload } = useLoaded(() => costsOf(session.id), `${session.id} ${news}`)
  if (error !== undefined) return <Failed error={error} onRetry={reload} />
  if (value === undefined) return null
  return (
    <Section title={t("see.ofSession")}>
      <ModelTable costs={value} />
    </Section>
  )
}

async function costsOf(session: string): Promise<readonly ModelCost[]> {
  const params = { session }
  const [{ stats }, { usage }] = await Promise.all([
    client.call("look.stats", { params }),
    client.call("sessions.get", { params }),
  ])
  return modelCostsOf(stats, usage)
}

interface OfTurnProps {
  readonly session: LiveSession
  readonly turns: readonly ViewTurn[]
  readonly turn: number
  readonly onChoose: (turn: number) => void
}

function OfTurn({ session, turns, turn, onChoose }: OfTurnProps) {
  const { facts, isLoaded } = useTurnFacts(session, turns, turn)
  const calls = useMemo(() => callCostsOf(facts), [facts])
  const sum = useMemo(() => sumOf(calls.map(({ usage }) => usage)), [calls])
  return (
    <Section title={t("see.ofTurn")} end={<TurnPicker turns={turns} turn={turn} onChoose={onChoose} />}>
      {isLoaded && <SumView sum={sum} of="calls" />}
      <CallTable session={session.id} calls={calls} />
    </Section>
  )
}
