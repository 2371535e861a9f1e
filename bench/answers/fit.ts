// node --conditions=@pawl/source bench/answers/fit.ts [--write]: fits the weights of the answer's features on the sets that
// may be tuned on, tells how well they do on answers they were not fitted on, and with --write puts them into weights.ts.
import { writeFileSync } from "node:fs"
import { FEATURES } from "../../packages/agent/src/answer/features/all.ts"
import { NUDGE_FROM, phrases } from "../../packages/agent/src/answer/judge.ts"
import { none, type PhraseTables } from "../../packages/agent/src/answer/phrases/tables.ts"
import { readingOf } from "../../packages/agent/src/answer/reading.ts"
import { type Seen, scoreOf, seenIn, type Weights } from "../../packages/agent/src/answer/weigh.ts"
import { fitLine, type Row } from "./logistic.ts"
import { tuneSets } from "./sets.ts"

const L2 = 1
const FOLDS = 10
const WEIGHTS = new URL("../../packages/agent/src/answer/weights.ts", import.meta.url)

interface Sample {
  readonly seen: readonly Seen[]
  readonly isDue: boolean
}

const names = (isBare: boolean) =>
  Object.entries(FEATURES)
    .filter(([, { byWords }]) => !isBare || byWords === undefined)
    .map(([name]) => name)

function samplesOf(tables: PhraseTables): readonly { readonly name: string; readonly samples: readonly Sample[] }[] {
  return tuneSets().map(({ name, items }) => ({
    name,
    samples: items.map(({ given, label }) => ({ seen: seenIn(readingOf(given, tables)), isDue: label === "nudge" })),
  }))
}

function fitted(samples: readonly Sample[], features: readonly string[]): Weights {
  const rows = samples.map(({ seen, isDue }): Row => {
    const has = new Set(seen.map(({ name }) => name))
    const signs = seen.filter(({ role }) => role === "sign").length
    return { isDue, seen: [...features.map((name) => (has.has(name) ? 1 : 0)), signs === 0 ? 1 : 0, signs > 1 ? 1 : 0] }
  })
  const { bias, weights } = fitLine(rows, features.length + 2, L2)
  const rounded = (value: number | undefined) => Math.round((value ?? 0) * 100) / 100
  return {
    base: rounded(bias),
    unsigned: rounded(weights[features.length]),
    several: rounded(weights[features.length + 1]),
    of: Object.fromEntries(features.map((name, index) => [name, rounded(weights[index])])),
  }
}

/** At the line, for samples the weights were not fitted on. */
function figures(scored: readonly { readonly score: number; readonly isDue: boolean }[], from = NUDGE_FROM): string {
  const nudged = scored.filter(({ score }) => score >= from)
  const right = nudged.filter(({ isDue }) => isDue).length
  const due = scored.filter(({ isDue }) => isDue).length
  return `precision ${(right / nudged.length).toFixed(3)}, recall ${(right / due).toFixed(3)}`
}

function crossValidate(title: string, tables: PhraseTables, features: readonly string[]): Weights {
  const sets = samplesOf(tables)
  console.log(`\n${title}`)
  for (const held of sets) {
    const weights = fitted(
      sets.filter((set) => set !== held).flatMap(({ samples }) => samples),
      features,
    )
    const scored = held.samples.map(({ seen, isDue }) => ({ score: scoreOf(seen, weights), isDue }))
    console.log(`fitted on the others, ${held.name}: ${figures(scored)}`)
  }
  const all = sets.flatMap(({ samples }) => samples)
  const scored = Array.from({ length: FOLDS }, (_, fold) => {
    const weights = fitted(
      all.filter((_, index) => (index * 7) % FOLDS !== fold),
      features,
    )
    const own = all.filter((_, index) => (index * 7) % FOLDS === fold)
    return own.map(({ seen, isDue }) => ({ score: scoreOf(seen, weights), isDue }))
  }).flat()
  for (const from of [0, NUDGE_FROM, 2, 2.5]) console.log(`${FOLDS} folds, from ${from}: ${figures(scored, from)}`)
  return fitted(all, features)
}

function source(name: string, { base, unsigned, several, of }: Weights): string {
  const lines = Object.entries(of).map(([feature, weight]) => `    ${JSON.stringify(feature)}: ${weight},`)
  return `export const ${name}: Weights = {\n  base: ${base},\n  unsigned: ${unsigned},\n  several: ${several},\n  of: {\n${lines.join("\n")}\n  },\n}\n`
}

const withWords = crossValidate("With the phrase tables", phrases, names(false))
const alone = crossValidate("Evidence alone", none, names(true))
if (process.argv.includes("--write")) {
  const head = `// What each feature weighs, fitted by bench/answers/fit.ts on the labelled answers: above zero speaks for a nudge. Not to be\n// edited by hand: change a feature, then run the fit again.\nimport type { Weights } from "./weigh.ts"\n\n`
  writeFileSync(
    WEIGHTS,
    `${head}${source("WITH_WORDS", withWords)}\n/** Where no phrase table is heard. */\n${source("EVIDENCE_ALONE", alone)}`,
  )
}
