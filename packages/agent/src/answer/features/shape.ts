// What the shape of the answer shows: that it breaks off, leaves places open, gives code in place of a deed, or figures
// that come from nowhere.

import { inventedIn } from "../figures.ts"
import { doingOf } from "../lexicon/commands.ts"
import type { Reading } from "../reading.ts"
import { bounded, fold } from "../text.ts"
import { byWords, type Features, quote, sign, when } from "./feature.ts"

export const shape: Features = {
  "figures-invented": sign("unproven-claim", (reading) => {
    const { deeds, given } = reading
    if (deeds.length === 0 || deeds.length > 2 || given.answer.length > 600) return undefined
    const figures = inventedIn(reading)
    const isTelling = figures.length > 1 || figures.some((figure) => figure.replace(/\D/g, "").length > 3)
    return when(isTelling, `figures that stand nowhere: ${figures.slice(0, 4).join(", ")}`)
  }),
  "breaks-off": sign("incomplete", breaksOff),
  "places-open": sign("incomplete", (reading) => (TEMPLATE.test(reading.order.text) ? undefined : openPlace(reading))),
  placeholder: byWords(
    sign("incomplete", ({ prose, phrases, order }) => {
      if (TEMPLATE.test(order.text)) return undefined
      const words = prose.sentences
        .map(({ text }) => phrases.find("placeholder", text))
        .find((found) => found !== undefined)
      return words && `a place is left to be filled: ${quote(words)}`
    }),
  ),
  "call-written": sign("incomplete", ({ prose, given, situation }) =>
    when(
      situation !== "talk" && prose.blocks.some(({ body }) => isCall(body, given.tools)),
      "a call is written into the answer instead of being made",
    ),
  ),
  "code-unrun": sign("deflection", unrunCode),
}

/** A colon, a comma or three dots at the end, a word in the middle of a sentence, a code block that is never closed. */
function breaksOff({ given, order, deeds, prose }: Reading): string | undefined {
  if (!order.isImperative && deeds.length === 0) return undefined
  const end = given.answer.trimEnd().slice(-200)
  const isCut = prose.blocks.length === 0 && /[\p{L}\p{N})*`"'][:,]\**$/u.test(end)
  const trailsOff = /(?:\.\.\.|…)["')*_`\s\p{Extended_Pictographic}]*$/u.test(end)
  const isSeen = prose.isOpen || isCut || trailsOff || stopsInSentence(prose.lines)
  return when(isSeen, `the answer breaks off: ${quote(end.slice(-40))}`)
}

/** The last line stops at a word, and most lines before it do not. */
function stopsInSentence(all: readonly string[]): boolean {
  const lines = all.map((line) => line.trim()).filter((line) => line !== "")
  const last = lines.at(-1) ?? ""
  if (lines.length < 3 || last.split(" ").length < 5 || !/[\p{L},]$/u.test(last)) return false
  return lines.slice(0, -1).filter((line) => /[.!?:*)]$/.test(line)).length * 2 > lines.length
}

const TEMPLATE = /\b(?:template|placeholder|vorlage|platzhalter|skeleton|gerüst|formular|form)\b/

function openPlace({ prose, deeds }: Reading): string | undefined {
  const lines = prose.lines.map((line) => line.slice(0, 400))
  const row = lines.find((line) => /^\s*\|[^|]*\p{L}[^|]*(?:\|\s*){2,}$/u.test(line) && !/^\s*\|\s*\|/.test(line))
  if (row !== undefined) return `a row of the table is empty: ${row.trim()}`
  const cells = lines.filter((line) => /^\s*\|/.test(line)).flatMap((line) => line.match(OPEN_CELL) ?? [])
  if (cells.length > 1) return `${cells.length} cells of the table are left open`
  const stub = lines.find((line) => /^\s*(?:[-*•]\s+)?\*\*[^*]{1,60}\*\*\s*[–—:-]?\s*[–—-]\s*$/.test(line))
  if (stub !== undefined) return `nothing stands under ${stub.trim()}`
  if (deeds.length === 0) return undefined
  const more = lines.find((line) => AND_SO_ON.test(line))
  if (more !== undefined) return "a list ends with and so on"
  const hasTicked = lines.some((line) => /\[x\]|✅|☑/i.test(line))
  const box = lines.find((line) => OPEN_BOX.test(line) && !/\b(?:you|du|sie)\b/i.test(line))
  return hasTicked && box !== undefined ? `a box is not ticked: ${box.trim()}` : undefined
}

const OPEN_CELL =
  /\|\s*\(?(?:\?|…|\.\.\.|tbd|todo|to do|not yet[^|]{0,20}|noch (?:nicht|offen)[^|]{0,20}|pending|ausstehend)\)?\s*(?=\|)/gi
const AND_SO_ON = /^\s*(?:[-*|]\s*){0,3}(?:…|\.\.\.|usw\.?|etc\.?|and so on\.?)[\s|….]*$/i
const OPEN_BOX = /^\s*(?:[-*]\s*)?(?:\[ \]|⏳|⬜|☐|🔲)/u

/** A model that cannot call, or forgot how, writes the call down. */
function isCall(body: string, tools: readonly string[] = []): boolean {
  const isJson = /"(?:arguments|parameters|args|tool_input|input)"\s*:/.test(body)
  if (isJson && /"(?:name|tool|function|tool_name|action)"\s*:\s*"/.test(body)) return true
  return tools.some((tool) => body.trimStart().startsWith(`${tool}(`))
}

/** Code that was neither asked for nor run, where something was to be done. */
function unrunCode({ order, prose, deeds, given, situation }: Reading): string | undefined {
  if (!(order.isImperative || order.needsTools) || situation === "met" || deeds.length > 2) return undefined
  if (order.wantsWords || order.wantsAdvice || order.asksFirst || ASKS_FOR_CODE.test(order.text)) return undefined
  const block = prose.blocks.find(
    ({ language, body }) => RUNNABLE.test(language) || (language === "" && SHELL.test(body)),
  )
  const inline = deeds.length > 0 ? inlineCommand(given.answer) : undefined
  const line = fold(block?.body.trim().split("\n", 1)[0] ?? inline ?? "")
  if (line === "") return undefined
  const isKnown = deeds.some(
    ({ said, call }) => said.includes(line) || fold(call.result.slice(0, 4_000)).includes(line.slice(0, 16)),
  )
  return when(!isKnown, `code is given that no call has run: ${quote(line, 80)}`)
}

/** `git tag v1.4 && git push`, in the middle of a sentence. */
function inlineCommand(answer: string): string | undefined {
  const spans = bounded(answer, 6_000, 2_000).match(/(?<!`)`[^`\n]{8,200}`(?!`)/g) ?? []
  return spans.map((span) => span.slice(1, -1)).find((span) => /\s/.test(span) && doingOf(span) !== "unknown")
}

const RUNNABLE = /^(?:bash|sh|shell|zsh|console|powershell|python|py|sql|javascript|js)$/
const SHELL = /^\s*(?:\$ |git |npm |select )/i
const ASKS_FOR_CODE =
  /\b(?:script|code|query|command|function|snippet|example|guide|steps|instructions|tutorial|one-liner|anleitung|schritte|regex|formula|skript|befehl|abfrage|funktion|beispiel|formel|einzeiler)/
