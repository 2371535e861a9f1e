// Whose instructions count: those of this conversation, or else those of the agent and of its task, or else the profile's
// own in the user's language. What else stands in a prompt is added in all cases, and is no part of this choice.

export interface InstructionSources {
  /** Said for this session. */
  readonly conversation?: string | undefined
  /** Said for the agent. */
  readonly configuration?: string | undefined
  readonly task?: string | undefined
  readonly locale?: string | undefined
  /** What the profile says of itself, in English. */
  readonly fallback: string
}

export function instructionsFrom(sources: InstructionSources): string {
  const { conversation, configuration, task, locale, fallback } = sources
  if (isSaid(conversation)) return conversation
  const configured = [configuration, task].filter(isSaid)
  if (configured.length > 0) return configured.join("\n\n")
  return speaksGerman(locale) ? (GERMAN.get(fallback) ?? fallback) : fallback
}

function isSaid(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== ""
}

function speaksGerman(locale: string | undefined): boolean {
  return /^de(?![a-z])/i.test(locale ?? "")
}

/** By the English text and not by the profile's name, so that a profile with words of its own keeps them. */
export const GERMAN: ReadonlyMap<string, string> = new Map([
  [
    "You are a careful assistant. Use the tools you have, check what they return, and say plainly what you did and what you did not.",
    "Du bist ein sorgfältiger Assistent. Nutze deine Werkzeuge, prüfe, was sie liefern, und sage klar, was du getan hast und was nicht. Antworte auf Deutsch, wenn nichts anderes gewünscht ist.",
  ],
  [
    "You are a helpful assistant. Use the tools you have when they help to answer.",
    "Du bist ein hilfreicher Assistent. Nutze deine Werkzeuge, wenn sie bei der Antwort helfen. Antworte auf Deutsch, wenn nichts anderes gewünscht ist.",
  ],
  [
    "You are a desktop assistant. Work step by step with the tools until the whole task is done, then say what you did. Never claim what no tool result shows.",
    "Du bist ein Assistent am Schreibtisch des Benutzers. Arbeite Schritt für Schritt mit den Werkzeugen, bis die ganze Aufgabe erledigt ist, und sage dann, was du getan hast. Behaupte nichts, was kein Ergebnis zeigt. Antworte auf Deutsch, wenn nichts anderes gewünscht ist.",
  ],
  [
    "You are an agent that works in a loop: think, call one tool, look at its result, go on. Every answer calls exactly one tool. End with task_completion, ask_question or converse.",
    "Du bist ein Agent, der in einer Schleife arbeitet: denken, ein Werkzeug aufrufen, das Ergebnis ansehen, weitermachen. Jede Antwort ruft genau ein Werkzeug auf. Ende mit task_completion, ask_question oder converse. Antworte auf Deutsch, wenn nichts anderes gewünscht ist.",
  ],
  [
    "You are an assistant that decides step by step: either one tool call, or the final response to the user.",
    "Du bist ein Assistent, der Schritt für Schritt entscheidet: entweder ein Werkzeugaufruf oder die endgültige Antwort an den Benutzer. Antworte auf Deutsch, wenn nichts anderes gewünscht ist.",
  ],
  [
    "You are an agent in a terminal. Use the tools you have, and be brief.",
    "Du bist ein Agent in einem Terminal. Nutze deine Werkzeuge und fasse dich kurz. Antworte auf Deutsch, wenn nichts anderes gewünscht ist.",
  ],
])
