// The text of the composer: it grows with its lines, and offers files after "@" and commands after "/".
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react"
import { t } from "../../i18n/words.ts"
import type { Command } from "./commands.ts"
import { isTouch } from "./is-touch.ts"
import { type Deed, deedOf } from "./keys.ts"
import { SuggestList } from "./suggest-list.tsx"
import { completed, triggerAt } from "./trigger.ts"
import { type Suggestion, useSuggestions } from "./use-suggestions.ts"

interface TextBoxProps {
  readonly text: string
  readonly placeholder: string
  readonly onText: (text: string) => void
  readonly onFiles: (files: readonly File[]) => void
  readonly onSend: (whenBusy: "queue" | "steer") => void
  readonly isRunning: boolean
  readonly commands: readonly Command[]
  readonly workspace: string | undefined
  readonly autoFocus: boolean
}

export function TextBox(props: TextBoxProps) {
  const { text, placeholder, onText, onFiles, isRunning, autoFocus } = props
  const box = useRef<HTMLTextAreaElement>(null)
  const choices = useChoices(props, box)
  const { suggestions, active, id } = choices
  useGrowing(box, text)
  useEffect(() => {
    // On a phone the keyboard would cover half of the page.
    if (autoFocus && !isTouch()) box.current?.focus()
  }, [autoFocus])
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    onFiles(files)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { isComposing } = event.nativeEvent
    const around = { hasChoices: suggestions.length > 0, isRunning, isTouch: isTouch() }
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event
    const deed = deedOf(
      { key, shiftKey, ctrlKey, metaKey, altKey, isComposing: isComposing || event.keyCode === 229 },
      around,
    )
    if (deed === undefined) return
    event.preventDefault()
    event.stopPropagation()
    choices.act(deed)
  }
  return (
    <>
      {suggestions.length > 0 && (
        <SuggestList id={id} suggestions={suggestions} active={active} onChoose={choices.choose} />
      )}
      <span role="status" className="sr-only">
        {suggestions.length > 0 ? t("talk.suggestionCount", { n: suggestions.length }) : ""}
      </span>
      <textarea
        ref={box}
        id="composer"
        dir="auto"
        rows={1}
        aria-label={t("talk.message")}
        aria-autocomplete="list"
        {...(suggestions.length > 0 && { "aria-controls": id, "aria-activedescendant": `${id}-${active}` })}
        placeholder={placeholder}
        value={text}
        onChange={({ currentTarget }) => {
          onText(currentTarget.value)
          choices.look(currentTarget.selectionStart)
        }}
        onSelect={({ currentTarget }) => choices.look(currentTarget.selectionStart)}
        onBlur={() => choices.look(undefined)}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
        className="block max-h-[40dvh] min-h-12 w-full resize-none bg-transparent px-4 py-3 leading-relaxed outline-none placeholder:truncate placeholder:text-quiet"
      />
    </>
  )
}

interface Choices {
  readonly id: string
  readonly suggestions: readonly Suggestion[]
  readonly active: number
  /** The cursor stands here now; undefined when the text is left. */
  readonly look: (caret: number | undefined) => void
  readonly choose: (suggestion: Suggestion) => void
  readonly act: (deed: Deed) => void
}

function useChoices(props: TextBoxProps, box: React.RefObject<HTMLTextAreaElement | null>): Choices {
  const { text, onText, onSend, commands, workspace } = props
  const [caret, look] = useState<number | undefined>(undefined)
  const [dismissed, setDismissed] = useState<string | undefined>(undefined)
  const [place, setPlace] = useState(0)
  const id = useId()
  const found = caret === undefined ? undefined : triggerAt(text, caret)
  const trigger = found !== undefined && dismissed === text ? undefined : found
  const suggestions = useSuggestions(trigger, commands, workspace)
  const active = Math.min(place, Math.max(0, suggestions.length - 1))
  const choose = ({ word }: Suggestion) => {
    if (trigger === undefined) return
    const done = completed(text, trigger, word)
    onText(done.text)
    look(undefined)
    setPlace(0)
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(done.caret, done.caret)
    })
  }
  const step = (by: number) => setPlace((active + by + suggestions.length) % suggestions.length)
  const chosen = suggestions[active]
  const deeds: Readonly<Record<Deed, () => void>> = {
    send: () => onSend("queue"),
    steer: () => onSend("steer"),
    next: () => step(1),
    previous: () => step(-1),
    dismiss: () => setDismissed(text),
    choose: () => chosen !== undefined && choose(chosen),
  }
  return { id, suggestions, active, look, choose, act: (deed) => deeds[deed]() }
}

function useGrowing(box: React.RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    const area = box.current
    if (area === null) return
    area.style.height = "auto"
    area.style.height = `${area.scrollHeight}px`
  }, [box, text])
}
