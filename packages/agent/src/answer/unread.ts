// The inside of things was wanted, their names were listed, and nothing was opened.
import { itemsOf } from "./items.ts"
import type { Finding } from "./judged.ts"
import { proven, type Reading } from "./reading.ts"
import { filesIn } from "./resources.ts"
import { touches } from "./touched.ts"

export function judgeUnread({ order, deeds }: Reading): Finding | undefined {
  if (!(order.reads || order.checks) || order.asksFirst) return undefined
  const listing = deeds.findLast(
    ({ doing, outcome, call }) =>
      doing === "look" &&
      outcome === "done" &&
      (listsFiles(call.result) || (order.checks && listsAddresses(call.result))),
  )
  if (listing === undefined) return undefined
  const later = deeds.slice(deeds.indexOf(listing) + 1)
  const items = itemsOf(listing.call.result)
  if (later.some((deed) => deed.isCommand || items.some((item) => touches(deed, item)))) return undefined
  const names = items.slice(0, 5).map(({ label }) => label)
  return proven("incomplete", `listed and not opened: ${names.join(", ")}`)
}

/** Links to be checked. */
function listsAddresses(result: string): boolean {
  return (result.slice(0, 4_000).match(/https?:\/\/\S+/g) ?? []).length > 1
}

/** Names of files and hardly anything else. */
function listsFiles(result: string): boolean {
  const items = itemsOf(result)
  const files = items.filter(({ label }) => filesIn(label)[0] === label)
  return files.length > 1 && files.length * 1.3 > items.length && result.length < items.length * 90
}
