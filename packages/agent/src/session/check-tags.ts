// Validates tags where they enter: they are written on command lines and shown in lists.
import { PawlError } from "../contracts/error.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import { readName } from "./read-name.ts"

const MAX_TAG_CHARS = 100
export const MAX_TAGS = 100

/** `as`: the option that has the tags. */
export function checkTags(tags: unknown, secrets: Pick<KnownSecrets, "clean"> | undefined, as = "tags"): void {
  if (tags === undefined) return
  if (!Array.isArray(tags) || !tags.every(isTag))
    throw new PawlError("input-invalid", `Tags must be a list of words: write ${as}: ["vip"]. ${WHAT_A_TAG_IS}`)
  if (tags.length > MAX_TAGS)
    throw new PawlError("input-invalid", `These are ${tags.length} tags; the limit is ${MAX_TAGS}. Pass fewer.`)
  for (const tag of tags) readName(tag, "tag of the session", secrets)
}

/** The tags that `session.tag` and `session.untag` are called with, one after another. */
export function readTags(tags: readonly unknown[], of: "tag" | "untag"): void {
  if (tags.length > 0 && tags.every(isTag)) return
  const what = tags.length === 0 ? "needs a tag" : "takes tags, one after another"
  throw new PawlError("input-invalid", `session.${of} ${what}: write session.${of}("vip", "refund"). ${WHAT_A_TAG_IS}`)
}

const WHAT_A_TAG_IS = `Each has 1 to ${MAX_TAG_CHARS} printable characters, and no space at its beginning or end.`

export function isTag(tag: unknown): tag is string {
  // Counts code points: an emoji is one.
  return (
    typeof tag === "string" &&
    tag !== "" &&
    tag === tag.trim() &&
    !/\p{Cc}/u.test(tag) &&
    [...tag].length <= MAX_TAG_CHARS
  )
}
