// The answers to an approval question: as keys for a screen, and as a prompt for a terminal that reads a line.
import type { Grant } from "@pawl/agent"

export interface Choice {
  readonly key: string
  readonly label: string
  /** The line that stands for it. */
  readonly line: string
  /** Words may follow, as a reason. */
  readonly takesMore?: true
}

/** What a wider grant would allow, where one is offered. */
export type Offer = Partial<Record<Grant["scope"], Grant>>

export function choicesOf({ session, always }: Offer, isFolded: boolean): readonly Choice[] {
  const choice = (word: string): Choice => ({ key: word.charAt(0), label: word, line: word })
  return [
    choice("yes"),
    { ...choice("no"), takesMore: true },
    ...(session === undefined ? [] : [choice("session")]),
    ...(always === undefined ? [] : [choice("always")]),
    choice("edit"),
    ...(isFolded ? [choice("view")] : []),
    choice("why"),
  ]
}

/** For a terminal that reads a line. */
export function promptOf(choices: readonly Choice[]): string {
  return choices
    .map(({ key, label, takesMore }) => `[${key}]${label.slice(1)}${takesMore ? " (you may add a reason)" : ""}`)
    .join(", ")
}

/** Of a question that Escape takes back. */
export function withWayBack(prompt: string): string {
  return prompt.replace(/:\s*$/, " (Esc goes back): ")
}
