// The choices for "@" and "/", above the text. The focus stays in the text: its keys move here.
import { use } from "react"
import { t } from "../../i18n/words.ts"
import { cx } from "../../ui/cx.ts"
import { MenuSide } from "./menu-side.ts"
import type { Suggestion } from "./use-suggestions.ts"

interface SuggestListProps {
  readonly id: string
  readonly suggestions: readonly Suggestion[]
  readonly active: number
  readonly onChoose: (suggestion: Suggestion) => void
}

export function SuggestList({ id, suggestions, active, onChoose }: SuggestListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t("talk.suggestions")}
      className={cx(
        "absolute inset-x-0 z-20 max-h-72 overflow-y-auto rounded-xl border border-line bg-surface p-1 shadow-xl",
        use(MenuSide) === "above" ? "bottom-full mb-2" : "top-full mt-2",
      )}
    >
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text.
        <div
          key={suggestion.word}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // The text keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
          className={cx(
            "flex min-h-8 cursor-pointer items-center gap-3 rounded-lg px-2.5 text-sm",
            index === active && "bg-accent-soft text-accent",
          )}
        >
          <span className="truncate font-mono text-[0.8125rem]">{suggestion.label}</span>
          <span className="ms-auto truncate text-xs text-quiet">{suggestion.hint}</span>
        </div>
      ))}
    </div>
  )
}
