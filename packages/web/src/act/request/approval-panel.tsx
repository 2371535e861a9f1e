// A call that waits for an approval: what will happen, who asks, and the ways to decide.
import { ShieldQuestion } from "lucide-react"
import { memo, useId, useState } from "react"
import { client } from "../../data/client.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { t } from "../../i18n/words.ts"
import { sayCall } from "../call/say-call.ts"
import { visible } from "../call/visible.ts"
import { Decisions, type Mode } from "./decisions.tsx"
import { DenyStrip } from "./deny-strip.tsx"
import { EditStrip } from "./edit-strip.tsx"
import { GrantStrip } from "./grant-strip.tsx"
import { InRequest, useHiddenLines } from "./hidden-lines.ts"
import { PreviewView } from "./preview-view.tsx"
import { type Asked, decide, keyOf } from "./request-book.ts"
import { RequestFrame } from "./request-frame.tsx"
import { useSettling } from "./use-settling.ts"

interface PanelProps {
  readonly request: Asked
  /** The card above says what is called already. */
  readonly isInCard?: boolean
}

export const ApprovalPanel = memo(function ApprovalPanel({ request, isInCard = false }: PanelProps) {
  const { session, call, question, name, arguments: given, preview, from } = request
  const [mode, setMode] = useState<Mode>("choose")
  const { value: more } = useLoaded(
    () => client.call("requests.get", { params: { session, call }, query: question === undefined ? {} : { question } }),
    keyOf(request),
  )
  const { hidden, report } = useHiddenLines()
  const { run, ...settle } = useSettling()
  const settled = (decision: Parameters<typeof decide>[1]) => run(() => decide(request, decision))
  const isSaid = isInCard && from === undefined
  const title = isSaid ? t("act.asksFor") : t("act.asksForTool", { what: sayCall(name, given).what })
  const strip = { isBusy: settle.isBusy, onBack: () => setMode("choose") }
  return (
    <RequestFrame request={request} icon={ShieldQuestion} title={title} isInCard={isInCard} risk={request.risk}>
      <InRequest value={report}>
        {mode !== "edit" && <PreviewView name={name} given={given} preview={preview} />}
      </InRequest>
      <Reasons rationale={more?.rationale} repairs={more?.repairs} />
      {settle.problem !== undefined && (
        <p role="alert" className="text-sm break-words text-bad">
          {settle.problem}
        </p>
      )}
      {hidden > 0 && <p className="text-sm font-medium text-warn">{t("act.hiddenLines", { n: hidden })}</p>}
      {mode === "choose" && (
        <Decisions
          grants={more?.grants}
          isBusy={settle.isBusy}
          onAllow={() => settled({ decision: "approve" })}
          onMode={setMode}
        />
      )}
      {(mode === "session" || mode === "always") && (
        <GrantStrip
          {...strip}
          scope={mode}
          covered={more?.grants[mode]}
          onGive={() => settled({ decision: "approve", grant: { scope: mode } })}
        />
      )}
      {mode === "deny" && (
        <DenyStrip {...strip} onDeny={(reason) => settled({ decision: "deny", ...(reason !== "" && { reason }) })} />
      )}
      {mode === "edit" && (
        <EditStrip
          {...strip}
          request={request}
          onRun={(edited) => settled({ decision: "approve", arguments: edited })}
        />
      )}
    </RequestFrame>
  )
})

/** The server says so in place of a reason. */
const NO_REASON = "None was given."

interface ReasonsProps {
  readonly rationale: string | undefined
  readonly repairs: readonly string[] | undefined
}

function Reasons({ rationale, repairs = [] }: ReasonsProps) {
  const id = useId()
  return (
    <>
      {rationale !== undefined && rationale !== NO_REASON && (
        <p className="text-sm break-words">
          <span className="text-quiet">{t("act.rationale")}: </span>
          <span dir="auto">{visible(rationale)}</span>
        </p>
      )}
      {repairs.length > 0 && (
        <div className="text-xs text-quiet">
          <p id={id}>{t("act.repairs")}</p>
          <ul aria-labelledby={id} className="list-disc ps-4">
            {repairs.slice(0, 5).map((each) => (
              <li key={each} dir="auto" className="break-words">
                {visible(each).slice(0, 300)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
