// One fact in a line; it opens to its JSON, and a request opens to what was sent and answered.
import type { Fact } from "@pawl/client"
import { memo } from "react"
import { clock } from "../../i18n/times.ts"
import { CodeBox } from "../code-box.tsx"
import { ExchangeButton } from "../exchange/exchange-button.tsx"
import { Fold } from "../fold.tsx"
import { textIn } from "./fact-fields.ts"
import { lineOf } from "./fact-filter.ts"

interface FactRowProps {
  readonly fact: Fact
  readonly session: string
}

const OF_REQUESTS: ReadonlySet<string> = new Set(["model-asked", "model-answered", "model-failed"])

export const FactRow = memo(function FactRow({ fact, session }: FactRowProps) {
  const attempt = OF_REQUESTS.has(fact.type) ? textIn(fact, "attempt") : undefined
  return (
    // What is not on the screen is not laid out.
    <li className="[contain-intrinsic-size:auto_2rem] [content-visibility:auto]">
      <Fold
        title={
          <>
            <span className="me-2 text-xs text-quiet tabular-nums">{fact.seq}</span>
            <span className="me-2 font-mono text-xs font-medium">{fact.type}</span>
            <span className="text-xs text-quiet">{lineOf(fact)}</span>
          </>
        }
        end={clock(fact.at)}
      >
        {() => (
          <div className="flex flex-col gap-2">
            {attempt !== undefined && <ExchangeButton session={session} attempt={attempt} />}
            <CodeBox label={`${fact.type} ${fact.seq}`} value={fact} />
          </div>
        )}
      </Fold>
    </li>
  )
})
