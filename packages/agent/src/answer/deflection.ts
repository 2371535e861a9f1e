// The work is handed back: by a script to run, by instructions, by a plea of inability, though tools could have done it.
import { mayHaveChanged } from "./deeds.ts"
import type { Finding } from "./judged.ts"
import { doingOf } from "./lexicon/commands.ts"
import { proven, type Reading, said, worded } from "./reading.ts"
import { bounded, fold } from "./text.ts"

export function judgeDeflection(reading: Reading): Finding | undefined {
  const { order, deeds, unmet } = reading
  if (order.wantsWords || order.wantsAdvice || order.asksFirst) return undefined
  // A script nobody knows may have been the deed, or a preparation for it: then the words decide.
  const isMet = order.actions.length > 0 && unmet.length === 0
  if (isMet)
    return deeds.some((deed) => deed.doing === "change" && mayHaveChanged(deed)) ? undefined : judgeGuide(reading)
  if (!order.isImperative && !order.needsTools) return undefined
  return judgeUntouched(reading) ?? judgeInability(reading) ?? judgeHandback(reading) ?? judgeCode(reading)
}

/** A file, a page or a system of the user's is named, and no call was made to look at it. */
function judgeUntouched(reading: Reading): Finding | undefined {
  const { order, deeds } = reading
  if (deeds.length > 0 || !order.needsTools || !(order.isImperative || order.looks)) return undefined
  const what = order.names[0] ?? "the user's own things"
  const kind = said(reading, "inability") ?? said(reading, "handback") ?? said(reading, "request")
  return proven(kind === undefined ? "incomplete" : "deflection", `the order is about ${what}, and no call was made`)
}

function judgeInability(reading: Reading): Finding | undefined {
  const words = said(reading, "inability")
  // With tools at work, not to be able to see or tell something is a result; only to lack the means is a plea.
  if (
    words === undefined ||
    (reading.deeds.length > 0 && !MEANS.test(words)) ||
    reading.deeds.some(({ outcome }) => outcome === "failed" || outcome === "refused")
  )
    return undefined
  return worded("deflection", `it pleads inability without having tried: "${words}"`)
}

const MEANS =
  /access|ability|capab|permission|tools?|means|model|assistant|chatbot|\bai\b|\bki\b|able|zugriff|zugang|möglich|berechtigung|werkzeug|rechte|view|browse|zugreifen|lage/

/** A guide in place of the work. */
function judgeGuide({ prose, phrases }: Reading): Finding | undefined {
  const words = phrases
    .findAll("handback", prose.text)
    .find((one) => /guide|script|steps|instruction|yourself|manually|anleitung|selbst|schritt/.test(one))
  return words === undefined ? undefined : worded("deflection", `it gives a guide: "${words.slice(0, 80)}"`, true)
}

/** Believed up to two calls; who made more has worked, and may add advice. */
function judgeHandback({ order, prose, phrases, deeds }: Reading): Finding | undefined {
  if (deeds.length > 2 || !order.isImperative) return undefined
  const hasTable = prose.lines.filter((line) => /^\s*\|.*\|/.test(line)).length > 2
  for (const { text } of prose.sentences) {
    if (hasTable && COPY_IT.test(text)) continue
    const words = phrases.has("courtesy", text) ? undefined : phrases.find("handback", text)
    if (words !== undefined) return worded("deflection", `it hands the work back: "${words.slice(0, 80)}"`, true)
  }
  return undefined
}

/** Said under a table, it is about the table. */
const COPY_IT = /\b(?:copy|paste|use|import|export|save)\b|kopier|einfüg|übernehm/

/** Code that was neither asked for nor run. */
function judgeCode({ order, prose, deeds, given }: Reading): Finding | undefined {
  if (ASKS_FOR_CODE.test(order.text) || deeds.length > 2) return undefined
  const block = prose.blocks.find(
    ({ language, body }) => RUNNABLE.test(language) || (language === "" && /^\s*(?:\$ |git |npm |select )/i.test(body)),
  )
  const firstLine = fold(
    block?.body.trim().split("\n")[0] ?? (deeds.length > 0 ? inlineCommand(given.answer) : undefined) ?? "",
  )
  if (firstLine === "" || deeds.some(({ said }) => said.includes(firstLine))) return undefined
  return proven("deflection", `code is given that no call has run: "${firstLine.slice(0, 80)}"`, true)
}

/** `git tag v1.4 && git push`, in the middle of a sentence. */
function inlineCommand(answer: string): string | undefined {
  const spans = bounded(answer, 6_000, 2_000).match(/(?<!`)`[^`\n]{8,200}`(?!`)/g) ?? []
  return spans.map((span) => span.slice(1, -1)).find((span) => /\s/.test(span) && doingOf(span) !== "unknown")
}

const RUNNABLE = /^(?:bash|sh|shell|zsh|console|powershell|python|py|sql|javascript|js)$/
const ASKS_FOR_CODE =
  /\b(?:script|code|query|command|function|snippet|example|guide|steps|instructions|tutorial|one-liner|anleitung|schritte|regex|formula|skript|befehl|abfrage|funktion|beispiel|formel|einzeiler)/
