// Chooses the instructions: the session's if there are any, else the agent's and its task's, else the profile's in the
// user's language. Other sections of the prompt are added in any case, and take no part in this choice.

export interface InstructionSources {
  /** Given for this session. */
  readonly conversation?: string | undefined
  /** Given for the agent. */
  readonly configuration?: string | undefined
  readonly task?: string | undefined
  readonly locale?: string | undefined
  /** The profile's instructions, in English. */
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

/** Keyed by the English text and not by the profile's name, so that a profile with other instructions keeps them. */
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
