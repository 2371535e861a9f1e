// A result that says it is only a part, taken for the whole.
import type { Deed } from "./deeds.ts"
import type { JudgedCall } from "./judged.ts"
import { once } from "./once.ts"
import type { Order } from "./order.ts"
import type { Reading } from "./reading.ts"
import { bounded, fold } from "./text.ts"

export function partIn({ order, deeds }: Reading): string | undefined {
  if (!wantsWhole(order) || (order.count !== undefined && deeds.length >= order.count)) return undefined
  for (const [index, deed] of deeds.entries()) {
    const mark = markIn(deed.call)
    if (mark === undefined || wentOn(deed, deeds.slice(index + 1))) continue
    return `${deed.call.name} gave only a part ("${mark}"), and the order wants all of it`
  }
  return undefined
}

function wantsWhole({ amount, readsWhole, text, picks }: Order): boolean {
  if (amount === "every" || readsWhole || TOTALS.test(text)) return true
  return amount === "several" && !picks && !SOME.test(text)
}

const SOME =
  /(?<!\p{L})(?:some|few|any|latest|newest|recent|last|top|einige|paar|letzten?|neuesten?|aktuell\p{L}*)(?!\p{L})/u
const TOTALS =
  /(?<!\p{L})(?:total|sum|how many|number of|average|rank|every|summe|anzahl|wie viele|insgesamt|durchschnitt|gesamt\p{L}*)(?!\p{L})/u

/** The marks stand at the beginning or the end; the middle of a long result is not read. */
const markIn = once(({ result }: JudgedCall): string | undefined => {
  const text = fold(bounded(result, 2_000, 2_000))
  if (!/\d|trunc|gekürzt|abgeschnitten|next|more/.test(text)) return undefined
  const plain = MARKS.exec(text)?.[0]
  if (plain !== undefined) return plain.trim()
  for (const [mark, shown = "0", all = "0"] of text.matchAll(RANGES)) {
    if (Number(shown) < Number(all.replace(/[.,](?=\d{3})/g, ""))) return mark
  }
  const [, count = "0"] = /"(?:count|returned|shown|size|per_page|limit)"\s*:\s*(\d{1,6})/.exec(text) ?? []
  const [whole, total = "0"] =
    /"(?:total|total_count|totalcount|total_results|hits|gesamt)"\s*:\s*(\d{1,6})/.exec(text) ?? []
  if (whole !== undefined && count !== "0" && Number(count) < Number(total)) return `${count} of ${total}`
  const [, page = "0"] = /"page"\s*:\s*(\d{1,6})/.exec(text) ?? []
  const [mark, pages = "0"] = /"(?:pages|total_pages|page_count|totalpages|last_page)"\s*:\s*(\d{1,6})/.exec(text) ?? []
  if (mark !== undefined && page !== "0" && Number(page) < Number(pages)) return `page ${page} of ${pages}`
  return undefined
})

const MARKS =
  /\bmore: ?\d+|\bnext offset\b|\n(?:\.\.\.|…) ?[([]?\d+ \p{L}+|(?:output|content|results?|response|text|file|list|message) (?:was |is |has been )?truncated|\b\d+ more (?:pages?|results?|rows?|lines?|items?|files?|entries|records?|messages?)\b|truncated: showing|\[truncated|\(truncated|results? truncated|gekürzt|abgeschnitten|(?:…|\.\.\.|and|\+) ?\d[\d.,]* (?:more|others?|further|additional|weitere)\b|weitere \d+ (?:zeilen|einträge|treffer|ergebnisse|datensätze|dateien|seiten)|"(?:next_page|next_cursor|nextpagetoken|next_page_token|next)"\s*:\s*(?:"[^"]|[1-9])|"(?:has_more|hasmore|truncated|is_truncated|more)"\s*:\s*true|next_page=\S|(?:siehe|see|use|continue with|next:?) offset ?= ?\d/u
const RANGES =
  /(?:(?<=\b\d{1,6}\s?[-–]\s?)|(?:page|seite|part|teil|showing|zeige|lines?|zeilen|rows?|results?|records|items|entries|einträge)\s(?:\d+\s?[-–]\s?)?)(\d+)\s?(?:of|von|\/)\s?(?:about |ca\. )?(\d[\d.,]*)/g

/** A later call of the same tool fetched on, to a result without a mark. */
function wentOn({ call, values }: Deed, later: readonly Deed[]): boolean {
  const isSame = (other: Deed) =>
    other.call.name === call.name &&
    (values.length === 0 || other.isCommand || other.values.some((value) => values.includes(value)))
  const same = later.filter(isSame).at(-1)
  return same !== undefined && markIn(same.call) === undefined
}
