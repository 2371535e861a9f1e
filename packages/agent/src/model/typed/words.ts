// What a model is told about a typed answer, in addition to what its provider enforces.
import type { JsonObject } from "../../contracts/json.ts"

export function formatWords(): string {
  return `${TITLE}\n\nYour last answer, once everything is done, is data for a program: JSON in the form that was asked for, and nothing else.`
}

export function promptWords(schema: JsonObject): string {
  return `${TITLE}\n\nYour last answer, once everything is done, is data for a program: JSON and nothing else, without words around it and without a code block. It has to fit this JSON Schema:\n\n${JSON.stringify(schema)}`
}

export function toolWords(name: string): string {
  return `${TITLE}\n\nYour last answer, once everything is done, is data for a program: give it by a call of "${name}", and call nothing else with it.`
}

/** In the structured dialect every answer is an object already: the data is a field of the last one. */
export function fieldWords(schema: JsonObject): string {
  return `${TITLE}\n\nThe "answer" of your FinalResponse is data for a program, and no text: it has to fit this JSON Schema:\n\n${JSON.stringify(schema)}`
}

const TITLE = "# Your last answer"
