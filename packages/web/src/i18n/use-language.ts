// Draws a component again when the reader chooses another language.
import { useObservable } from "../data/use-observable.ts"
import { type Language, languageSource } from "./words.ts"

export function useLanguage(): Language {
  return useObservable(languageSource).language
}
