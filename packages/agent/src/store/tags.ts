// What a change leaves of a session's tags, and how a search reads them: the same in every store.
import type { Metadata, MetadataChange } from "../contracts/sessions.ts"

/** The tags after the change, each once, in the order in which they were given; undefined where it changes none. */
export function changedTags(before: readonly string[], change: MetadataChange): readonly string[] | undefined {
  const { tags, addTags, removeTags } = change
  if (tags === undefined && addTags === undefined && removeTags === undefined) return undefined
  const removed = new Set(removeTags)
  const after = new Set([...(tags ?? before), ...(addTags ?? [])])
  return [...after].filter((tag) => !removed.has(tag))
}

/** What a search finds besides the log: the title, and the tags as people write them. */
export function nameToSearch(metadata: Pick<Metadata, "title" | "tags">): string {
  const { title, tags = [] } = metadata
  return [...(title === null ? [] : [title]), ...tags.map((tag) => `#${tag}`)].join(" ")
}
