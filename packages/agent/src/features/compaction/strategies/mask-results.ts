// Strategies that replace old results by a line each: it says what was called, and the result can be requested again.
import type { Call, ToolMessage } from "../../../contracts/message.ts"
import {
  callOf,
  type Entry,
  isDelicate,
  type Masked,
  mask,
  type Need,
  oneLine,
  type Strategy,
  tokensAt,
  withMasks,
} from "../shape.ts"
import { maskedResult } from "./masked-result.ts"

export interface MaskOptions {
  /** How many of the newest messages stay as they are. */
  readonly keep: number
  /** Results up to this many tokens stay whole. */
  readonly short?: number
  /** Characters of the result that the line still shows. */
  readonly preview?: number
}

export function maskResults({ keep, short = 50, preview = 100 }: MaskOptions): Strategy {
  return {
    name: "mask-results",
    apply(shape, need) {
      const masks = new Map<number, Masked>()
      for (let place = shape.drops; place < shape.entries.length - keep; place++) {
        const entry = shape.entries[place] as Entry // Within the list.
        const { message } = entry
        if (message.role !== "tool" || isDelicate(message) || tokensAt(shape, place) <= short) continue
        const masked = maskedResult(message, shape.entries, need, { preview })
        if (masked.tokens < tokensAt(shape, place)) masks.set(place, masked)
      }
      return withMasks(shape, masks, "mask-results")
    },
  }
}

/** Masks outdated results: the file was read again in the same way, or whole, or changed since. */
export function dropSuperseded(): Strategy {
  return {
    name: "drop-superseded",
    apply(shape, need) {
      const masks = new Map<number, Masked>()
      const later = new Map<string, Later>()
      for (let place = shape.entries.length - 1; place >= shape.drops; place--) {
        const { message } = shape.entries[place] as Entry // Within the list.
        const call = message.role === "tool" && !message.failed ? callOf(shape.entries, message) : undefined
        const path = call && pathOf(call)
        if (message.role !== "tool" || call === undefined || path === undefined) continue
        const since = later.get(path) ?? { reads: new Set(), isChanged: false }
        const masked = superseded(message, call, path, since, need)
        if (masked !== undefined && masked.tokens < tokensAt(shape, place)) masks.set(place, masked)
        later.set(path, withCall(since, call))
      }
      return withMasks(shape, masks, "drop-superseded")
    },
  }
}

/** What happened to a file later on. */
interface Later {
  /** How it was read: by which tool, with which arguments. */
  readonly reads: ReadonlySet<string>
  readonly isChanged: boolean
}

function withCall({ reads, isChanged }: Later, call: Call): Later {
  return isWrite(call)
    ? { reads, isChanged: true }
    : { reads: new Set([...reads, readKeyOf(call), ...(isWhole(call) ? [call.name] : [])]), isChanged }
}

function superseded(
  message: ToolMessage,
  call: Call,
  path: string,
  { reads, isChanged }: Later,
  need: Need,
): Masked | undefined {
  if (isDelicate(message) || isWrite(call)) return undefined
  const what = `${message.name} of ${oneLine(path, 200)}: no longer shown`
  // A part of a file says nothing about the other parts.
  if (reads.has(readKeyOf(call)) || reads.has(call.name)) return mask(`[${what}, it was read again later.]`, need)
  return isChanged ? mask(`[${what}, it was changed later. Read it again to see it as it is.]`, need) : undefined
}

function isWrite({ touches = [] }: Call): boolean {
  return touches.length > 0
}

function isWhole({ arguments: given }: Call): boolean {
  return Object.keys(given).length === 1
}

function readKeyOf({ name, arguments: given }: Call): string {
  return `${name} ${JSON.stringify(given)}`
}

function pathOf({ arguments: given }: Call): string | undefined {
  const path = given.path ?? given.file_path ?? given.file ?? given.filename
  return typeof path === "string" ? path : undefined
}
