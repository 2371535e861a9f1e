// The words of the app in the language of the reader. English is the source; other languages are loaded when chosen.
import { Observable } from "../data/observable.ts"
import { readStored, writeStored } from "../data/storage.ts"
import { en } from "./en/all.ts"
import type { see } from "./en/see.ts"
import type { settings } from "./en/settings.ts"

export const LANGUAGES = { en: "English", de: "Deutsch" } as const
export type Language = keyof typeof LANGUAGES

/** A text, or one for each plural form that the language has. */
export type Text = string | { readonly one: string; readonly other: string }

type Source = typeof en & { readonly see: typeof see; readonly settings: typeof settings }
export type Words = { readonly [Area in keyof Source]: { readonly [Key in keyof Source[Area]]: Text } }

type KeyIn<Area extends keyof Source> = `${Area}.${keyof Source[Area] & string}`
export type Key = { [Area in keyof Source]: KeyIn<Area> }[keyof Source]

type FirstWords = Pick<Words, keyof typeof en>

const LOADERS: Readonly<Record<Language, () => Promise<FirstWords>>> = {
  en: async () => en,
  de: async () => (await import("./de/all.ts")).de,
}

/** Areas that are not needed at the start. */
const LATER = {
  see: {
    en: async () => (await import("./en/see.ts")).see,
    de: async () => (await import("./de/see.ts")).see,
  },
  settings: {
    en: async () => (await import("./en/settings.ts")).settings,
    de: async () => (await import("./de/settings.ts")).settings,
  },
} as const satisfies { readonly [Area in keyof Words]?: Readonly<Record<Language, () => Promise<Words[Area]>>> }

type LaterArea = keyof typeof LATER

interface Shown {
  readonly language: Language
  readonly words: FirstWords & Partial<Words>
}

const current = new Observable<Shown>({ language: "en", words: en })
const wanted = new Set<LaterArea>()
/** What was asked for last. It is shown once its words are loaded. */
let asked: Language = "en"
const STORED = "pawl.language"

/** The chosen language, or the first one of the browser that the app has. */
export async function loadLanguage(): Promise<void> {
  const choices = [readStored(STORED), ...navigator.languages.map((each) => each.slice(0, 2))]
  const language = choices.find((each): each is Language => each !== null && Object.hasOwn(LANGUAGES, each)) ?? "en"
  await show(language)
}

export async function chooseLanguage(language: Language): Promise<void> {
  writeStored(STORED, language)
  await show(language)
}

/** Loads an area that comes later, now and in every language that is chosen from now on. */
export async function loadArea(area: LaterArea): Promise<void> {
  wanted.add(area)
  await show(asked)
}

async function show(language: Language): Promise<void> {
  asked = language
  const areas = [...wanted]
  const later = areas.map(async (area) => [area, await LATER[area][language]()] as const)
  const [first, ...others] = await Promise.all([LOADERS[language](), ...later])
  // Another language was chosen since, or one more area is on its way.
  if (asked !== language || wanted.size > areas.length) return
  current.set({ language, words: { ...first, ...Object.fromEntries(others) } })
  document.documentElement.lang = language
}

export function language(): Language {
  return current.get().language
}

/** Components that show words call it, so that they are drawn again in another language. */
export const languageSource = current

export type Fill = Readonly<Record<string, string | number>>

/** The text of a key, with {names} filled in. `n` chooses the plural form. */
export function t(key: Key, fill: Fill = {}): string {
  const [area = "", name = ""] = key.split(".")
  const { language: now, words } = current.get()
  const text = (words as Readonly<Record<string, Readonly<Record<string, Text>>>>)[area]?.[name] ?? key
  const chosen = typeof text === "string" ? text : pluralOf(text, Number(fill.n), now)
  return chosen.replace(/\{(\w+)\}/g, (_all, word: string) => shown(fill[word], now))
}

function pluralOf(text: { readonly one: string; readonly other: string }, n: number, now: Language): string {
  return new Intl.PluralRules(now).select(n) === "one" ? text.one : text.other
}

function shown(value: string | number | undefined, now: Language): string {
  return typeof value === "number" ? new Intl.NumberFormat(now).format(value) : (value ?? "")
}
