// A question of the agent: suggested answers as buttons, and room for own words.
import { MessageCircleQuestion, SendHorizontal } from "lucide-react"
import { type FormEvent, type KeyboardEvent, memo, useState } from "react"
import { t } from "../../i18n/words.ts"
import { AreaField } from "../../ui/field.tsx"
import { visible } from "../call/visible.ts"
import { type Asked, answer } from "./request-book.ts"
import { RequestFrame } from "./request-frame.tsx"
import { SettleButton } from "./settle-button.tsx"
import { useMayDecide } from "./use-may-decide.ts"
import { useSettling } from "./use-settling.ts"

export const QuestionPanel = memo(function QuestionPanel({
  request,
  isInCard,
}: {
  readonly request: Asked
  readonly isInCard: boolean
}) {
  const { preview, suggestions = [] } = request
  const mayDecide = useMayDecide()
  const { isBusy, problem, run } = useSettling()
  const send = (words: string) => run(() => answer(request, words))
  return (
    <RequestFrame request={request} icon={MessageCircleQuestion} title={t("act.question")} isInCard={isInCard}>
      <p dir="auto" className="text-[0.9375rem] break-words whitespace-pre-wrap">
        {visible(preview)}
      </p>
      {problem !== undefined && (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
      {mayDecide ? (
        <>
          {suggestions.length > 0 && (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is seen.
            <div role="group" aria-label={t("act.suggestions")} className="flex flex-wrap gap-2">
              {suggestions.map((each) => (
                <SettleButton
                  key={each}
                  disabled={isBusy}
                  onClick={() => send(each)}
                  className="max-w-full py-1 text-start"
                >
                  <span dir="auto" className="min-w-0 break-words">
                    {visible(each)}
                  </span>
                </SettleButton>
              ))}
            </div>
          )}
          <OwnWords isBusy={isBusy} onSend={send} />
        </>
      ) : (
        <p className="text-sm text-quiet">{t("act.viewerHint")}</p>
      )}
    </RequestFrame>
  )
})

function OwnWords({ isBusy, onSend }: { readonly isBusy: boolean; readonly onSend: (words: string) => void }) {
  const [words, setWords] = useState("")
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (words.trim() !== "") onSend(words)
  }
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // An input method uses Enter to choose a word.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return
    submit(event)
  }
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <div className="grow">
        <AreaField
          label={t("act.yourAnswer")}
          rows={Math.min(8, words.split("\n").length)}
          dir="auto"
          value={words}
          onKeyDown={onKey}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </div>
      <SettleButton kind="primary" type="submit" icon={SendHorizontal} disabled={isBusy || words.trim() === ""}>
        <span className="max-sm:sr-only">{t("act.send")}</span>
      </SettleButton>
    </form>
  )
}
