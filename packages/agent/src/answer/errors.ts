// What became of a call, by its result. A failed command may come without an error mark and a harmless one with it, so
// the text is read as well: strictly where the call was to change something, mildly where a text that was read may speak of errors.
import type { JudgedCall } from "./judged.ts"
import type { Doing } from "./lexicon/commands.ts"
import { bounded, fold } from "./text.ts"

/** `nothing`: it ran, and found or changed nothing. `dry`: a rehearsal. `refused`: a person said no. */
export type Outcome = "done" | "partly" | "failed" | "nothing" | "refused" | "dry"

export function outcomeOf({ name, args, result, isError }: JudgedCall, doing: Doing): Outcome {
  const text = fold(bounded(result, 2_000, 1_000))
  if (REFUSED.test(text)) return "refused"
  // A command may end with a code that is no failure; a tool that says error means it.
  const isCommand = Object.keys(args).some((key) => /^(?:command|cmd|args|script|sql|query)$/i.test(key))
  if (isError) return isCommand && isHarmless(text, doing) ? "done" : "failed"
  if (DRY.test(text) || DRY.test(JSON.stringify(args).slice(0, 2_000).toLowerCase())) return "dry"
  if (doing === "check" && FOUND_ERRORS.test(text.replace(NO_ERRORS, ""))) return "failed"
  if (doing === "look" || doing === "check") return outcomeOfLook(text, REPORTS.test(name.toLowerCase()))
  return outcomeOfChange(text, doing)
}

function outcomeOfLook(text: string, reports: boolean): Outcome {
  if (!reports && text.length < 300 && (BEGINS_WITH_ERROR.test(text) || JSON_FAILED.test(text))) return "failed"
  return NOTHING.test(text) ||
    (!reports && text.length < 120 && BEGINS_WITH_NO.test(text)) ||
    (!reports && text.length < 300 && FOUND_NOTHING.test(text))
    ? "nothing"
    : "done"
}

function outcomeOfChange(text: string, doing: Doing): Outcome {
  const spoken = text.replace(NO_ERRORS, "")
  if (doing === "change" && BEGINS_WITH_NO.test(spoken)) return "nothing"
  const counted = COUNTED.test(spoken)
  if (ZERO.test(spoken)) return JSON_FAILED.test(spoken) || FAILED.test(spoken) ? "failed" : "nothing"
  if (JSON_FAILED.test(spoken) || BEGINS_WITH_ERROR.test(spoken) || FAILED.test(spoken))
    return counted ? "partly" : "failed"
  return "done"
}

/** A command may end with a code that is no failure: grep without a match, `npm outdated` with a list. */
function isHarmless(text: string, doing: Doing): boolean {
  if (doing === "change" || doing === "check") return false
  if (doing === "unknown") return false
  return !BEGINS_WITH_ERROR.test(text) && !FAILED.test(text) && !SHORT_ERROR.test(text)
}

/** Tools whose news may be of errors that are not theirs. */
const REPORTS = /read|tail|cat|log|job|run|build|test|crash|trace|report|issue|ticket|status|monitor/

const REFUSED =
  /(?:rejected|denied|declined|cancelled|canceled|refused) by (?:the )?user|user (?:rejected|declined|denied|cancelled|refused)|(?:vom|durch den|von der) (?:be)?nutzer(?:in)? (?:abgelehnt|abgebrochen|verweigert)/
const DRY =
  /dry[-_ ]?run|no changes (?:were |have been )?(?:applied|made)|trockenlauf|probelauf|simulation only|nothing was (?:changed|applied)|"preview":true/
const BEGINS_WITH_ERROR =
  /^\W*(?:[\w.-]+: )?(?:error|fehler|denied|refused|rejected|aborted|failed|failure|fatal|exception|traceback|panic|fehlgeschlagen|cannot|could not|couldn't|unable|permission denied|access denied|zugriff verweigert|unauthorized|forbidden|not found|nicht gefunden|no such|timed? ?-?out|zeitüberschreitung|verbindung abgelehnt|connection refused|http(?:\/[\d.]+)? (?:error )?[45]\d\d|[45]\d\d (?:not|too|forbidden|bad|internal|service|unauthorized|gateway|conflict))/
const FAILED =
  /voicemail|no answer|line busy|nobody answered|not delivered|bounced|keine antwort|besetzt|\b(?:code|confirmation|approval|payment|password|tan|pin|login|auth\w*) (?:is )?required|erforderlich\b|wartet auf|out of (?:paper|stock|memory|space|toner|range)|read-only|no space left|not enough|insufficient|unzureichend|\b(?:is|resource|resource is|access\b.{0,40}) denied|no route to host|packet loss|connection (?:refused|reset)|device offline|unreachable|nicht erreichbar|permission denied|access denied|zugriff verweigert|command not found|no such file|not permitted|operation not|exit(?:ed)?(?: with)?(?: (?:code|status))?:? [1-9]|\b(?:error|fehler|fatal|failed|failure):|timed out|zeitüberschreitung|failed to|unable to|konnten? nicht|could not|cannot |quota ?exceeded|too many requests|unauthori[sz]ed|authenti\w+ (?:required|failed)|authentifizierung (?:erforderlich|fehlgeschlagen)|\bnicht (?:angelegt|gespeichert|gesendet|gefunden|möglich|erlaubt|ausgeführt)|\bnot (?:created|saved|sent|applied|updated|found|allowed|supported)|\[rejected\]|fehlgeschlagen|unterstützt\b.*nicht|nicht unterstützt/
/** "no slot at 20:00", "keine Ankunft vor 16:00". */
const BEGINS_WITH_NO =
  /^\W*(?:no|none|not|keine?[nrsm]?|nicht|nichts|nothing) (?!errors?|issues?|problems?|warnings?|fehler|probleme|changes? needed|content|findings|conflicts?|output|more)\p{L}/u
const SHORT_ERROR =
  /^[^\n]{0,200}\b(?:denied|refused|timeout|expired|abgelaufen|abgelehnt|unsupported|invalid|exceeded|corrupt|required|erforderlich|rejected|unavailable|404|403|401|429|50\d|no identities|binary file)\b[^\n]{0,200}$/
const JSON_FAILED =
  /"(?:errors?|failed|failures|rejected|not_found)"\s*:\s*(?:[1-9]|\[\s*[^\]\s]|"[^"]|\{\s*")|"(?:success|ok|succeeded)"\s*:\s*false|"(?:status|state)"\s*:\s*"(?:error|failed|failure|rejected|denied|declined|bounced|aborted)"/
const COUNTED =
  /"(?:ok|updated|inserted|created|sent|imported|succeeded|done|success|moved|deleted|processed)"\s*:\s*(?:[1-9]|\[\s*[^\]\s]|true)|\b[1-9]\d* (?:ok|succeeded|updated|moved|sent|created|imported|passed|copied|erfolgreich)\b/
const ZERO =
  /"(?:inserted|updated|deleted|created|sent|imported|affected|affected_rows|rows_affected|changed|modified|moved|copied|archived|uploaded|replaced|replacements|delivered)"\s*:\s*0\b|\b0 (?:rows?|records?|files?|replacements?|ersetzungen|zeilen|dateien|messages?|items?|changes?|datensätze|matches|treffer)\b|\b(?:updated|deleted|inserted|changed|replaced|sent|moved) 0\b/
const NO_ERRORS =
  /\b(?:0|no|without|keine|ohne) (?:errors?|failed|failures?|fehler)\b|"?(?:errors?|failed|failures)"?\s*[:=]\s*0\b|(?:errors?|failed)"\s*:\s*(?:\[\s*\]|null|false)/g
const FOUND_ERRORS =
  /(?<![\p{L}\p{N}.])[1-9]\d* (?:\p{L}+ )?(?:failed|failing|failures?|errors?|problems?|violations?|fehler|fehlgeschlagen)(?!\p{L})|(?:failures|errors|failed): ?[1-9]|^(?:-{2,3} )?fail(?:ed)?(?:[: \t\n]|$)|\bbuild failed\b|exit (?:status|code):? [1-9]|assertionerror|\bnot ok \d/mu
/** What can be worked on: it says nothing yet about whether the thing can be done. */
const MENDABLE =
  /time(?:d)? ?-?out|conflict|could not find a version|no module named|module not found|cannot find module|command not found|not installed|syntax ?error|econnrefused|connection refused|hint:|did you mean|\bts\d{4}\b|tests? failed|failed \||failing|would be overwritten|\b50[0234]\b|429|\block\b|busy|old_string|invalid (?:argument|value|format|json|date)|missing (?:argument|parameter|field|property)|required (?:argument|parameter|field)|unknown (?:option|column|field|flag)|zeitüberschreitung|ungültig|unbekannte/

export function isMendable(result: string): boolean {
  return MENDABLE.test(fold(bounded(result, 2_000, 500)))
}

const NOTHING =
  /^\s*(?:\[\s*\]|\{\s*\}|null|none|undefined|0|\((?:none|empty|leer|no [^)\n]{0,60}|keine[^)\n]{0,60})\))?\s*$/
const FOUND_NOTHING =
  /(?:^|[^\p{L}\p{N}.,])(?:no|0|keine?n?|zero)\s(?:\p{L}+\s){0,3}(?:match\p{L}*|results?|found|treffer|entries|entry|eintr\p{L}+|messages?|mails?|files?|rows?|hits?|records?|items?|gefunden|vorhanden|snapshots?|schnappschüsse|dateien|text)(?!\p{L})|not found|nicht gefunden|no text|empty body|no common|does not exist|existiert nicht/u
