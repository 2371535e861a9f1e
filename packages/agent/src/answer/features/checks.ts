// Checks that the order wants or the answer claims, and that no call has made.
import { type Deed, mayHaveChanged } from "../deeds.ts"
import { isOwned } from "../owned.ts"
import { type Reading, said } from "../reading.ts"
import { bounded, fold } from "../text.ts"
import { byWords, type Features, quote, sign } from "./feature.ts"

export const checks: Features = {
  "check-missing": sign(
    "unproven-claim",
    (reading) => neverLooked(reading) ?? unchecked(reading) ?? namedTool(reading) ?? unrunCheck(reading),
  ),
  "look-claimed": byWords(sign("unproven-claim", thinLook)),
}

/** To be checked, and every call was a change. */
function neverLooked(reading: Reading): string | undefined {
  const { order, deeds } = reading
  if (!order.checks || order.actions.length === 0 || deeds.length === 0 || said(reading, "gap") !== undefined)
    return undefined
  if (deeds.some((deed) => deed.doing !== "change" || isChained(deed))) return undefined
  return `something was to be checked, and every call (${deeds.length}) was a change`
}

/** To be checked afterwards, and nothing but changes followed the first. */
function unchecked(reading: Reading): string | undefined {
  const { order, deeds, prose } = reading
  const first = deeds.findIndex(mayHaveChanged)
  // A tool that nobody knows may have been the check.
  if (deeds.some(({ doing }) => doing === "unknown")) return undefined
  const last = deeds.at(-1)
  if (first === -1 || last === undefined || isChained(last) || (last.isCommand && deeds.length > 1)) return undefined
  if (deeds.slice(first + 1).some(({ doing }) => doing !== "change")) return undefined
  const claim = said(reading, "checked")
  const hadFailed = deeds.some(({ doing, outcome }) => doing === "check" && outcome === "failed")
  const isClaimed = claim !== undefined && (hadFailed || AFTERWARDS.test(prose.text))
  if (!isClaimed && !(order.checksAfter && (claim !== undefined || said(reading, "gap") === undefined)))
    return undefined
  return `to be checked afterwards, but no call follows ${last.call.name}`
}

const AFTERWARDS =
  /afterwards|(?:final|second|follow-up) (?:scan|check|test|run|pass|search)|again|then|double|anschließend|danach|noch einmal|nochmal|abschließend/
const isChained = ({ isCommand, said }: Deed) => isCommand && /&&|;/.test(said)

/** The order names a check to run, and neither a call nor a result speaks of one. */
function unrunCheck(reading: Reading): string | undefined {
  const { order, deeds, situation } = reading
  const [, english, german, bare] = RUN_CHECK.exec(order.text) ?? []
  const what = english ?? german ?? bare ?? ""
  if (what === "" || situation !== "met" || order.wantsWords || isOwned(reading)) return undefined
  const stem = /lint/.test(what) ? "lint" : what.slice(0, 4)
  const isSpoken = ({ said, call, doing }: Deed) =>
    doing === "check" || said.includes(stem) || fold(bounded(call.result, 1_000, 500)).includes(stem)
  return deeds.some(isSpoken) ? undefined : `${what} to be run, and no call speaks of it`
}

const RUN_CHECK =
  /(?<!\p{L})(?:run|rerun|execute|start) (?:the |all |our |my )?(?:\p{L}+ )?(tests?|test suite|linter|lint|typecheck|benchmarks?)(?!\p{L})|(?<!\p{L})(?:die|den|alle) (tests|linter|testsuite) (?:laufen|aus|durchlaufen|starten|ausführen)(?!\p{L})|(?<!\p{L})(linten)(?!\p{L})/u

/** The order names the tool to use, the answer speaks of it, and it was not called. */
function namedTool({ order, deeds, prose }: Reading): string | undefined {
  const [, tool = ""] = TOOL_NAME.exec(order.text) ?? []
  if (tool === "" || deeds.length === 0 || !prose.text.includes(tool)) return undefined
  if (deeds.some(({ said }) => said.includes(tool))) return undefined
  return `the order wants ${tool} to be used, and no call did`
}

const TOOL_NAME =
  /(?:use|using|with|via|mit|per|nutze|verwende) (?:the |dem |das |den |der )?([\p{L}\p{N}]{3,30})[ -](?:tool|werkzeug)(?!\p{L})/u

/** It says that it has looked, and hardly a call did. */
function thinLook({ deeds, prose, phrases, situation }: Reading): string | undefined {
  if (situation === "talk" || deeds.length > (deeds.some(mayHaveChanged) ? 2 : 1)) return undefined
  for (const { text, isQuestion } of prose.sentences) {
    const claim = isQuestion ? undefined : phrases.find("looked", text)
    if (claim !== undefined) return `it says that it has looked, and hardly a call did: ${quote(claim)}`
  }
  return undefined
}
