// The choices of a rewind: to before which turn, and what goes back.
import type { Checkpoint } from "@pawl/client"
import type { ReactNode } from "react"
import { dayAndClock } from "../../i18n/times.ts"
import { type Key, t } from "../../i18n/words.ts"
import { cx } from "../../ui/cx.ts"

export type What = "both" | "files" | "conversation"

const WHATS: readonly (readonly [what: What, words: Key, hint: Key])[] = [
  ["both", "act.rewindBoth", "act.rewindBothHint"],
  ["files", "act.rewindFiles", "act.rewindFilesHint"],
  ["conversation", "act.rewindConversation", "act.rewindConversationHint"],
]

interface CheckpointProps {
  readonly checkpoints: readonly Checkpoint[]
  readonly turn: number
  readonly onChoose: (turn: number) => void
}

/** Newest first: people rarely go back far. */
export function CheckpointChoice({ checkpoints, turn, onChoose }: CheckpointProps) {
  return (
    <fieldset className="m-0 border-0 p-0">
      <legend className="pb-1.5 text-sm font-semibold">{t("act.rewindTo")}</legend>
      <div className="flex max-h-56 flex-col gap-1 overflow-y-auto p-0.5">
        {checkpoints.toReversed().map((each) => (
          <Choice key={each.turn} group="turn" isChosen={each.turn === turn} onChoose={() => onChoose(each.turn)}>
            <span className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-medium">{t("act.rewindTurn", { n: each.turn })}</span>
              <span className="text-xs text-quiet">
                {dayAndClock(each.at)}
                {each.files.length > 0 && ` · ${t("act.rewindTurnFiles", { n: each.files.length })}`}
              </span>
            </span>
            <span dir="auto" className="block truncate text-quiet">
              {each.said}
            </span>
          </Choice>
        ))}
      </div>
    </fieldset>
  )
}

export function WhatChoice({ what, onChoose }: { readonly what: What; readonly onChoose: (what: What) => void }) {
  return (
    <fieldset className="m-0 border-0 p-0">
      <legend className="pb-1.5 text-sm font-semibold">{t("act.rewindWhat")}</legend>
      <div className="grid gap-1 md:grid-cols-3">
        {WHATS.map(([each, words, hint]) => (
          <Choice key={each} group="what" isChosen={each === what} onChoose={() => onChoose(each)}>
            <span className="font-medium">{t(words)}</span>
            <span className="block text-xs text-quiet">{t(hint)}</span>
          </Choice>
        ))}
      </div>
    </fieldset>
  )
}

interface ChoiceProps {
  readonly group: string
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

function Choice({ group, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label
      className={cx(
        "flex min-w-0 cursor-pointer items-start gap-2 rounded-lg border px-2.5 py-2 text-sm hover:bg-raised",
        isChosen ? "border-accent bg-accent-soft" : "border-line",
      )}
    >
      <input
        type="radio"
        name={`rewind-${group}`}
        checked={isChosen}
        onChange={onChoose}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0 grow">{children}</span>
    </label>
  )
}
