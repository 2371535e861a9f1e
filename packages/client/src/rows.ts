// Sessions as the library's lists have them, made from what the server sends.
import type { OpenRequestInfo, SessionDetail, Session as WireSession } from "./wire.ts"

/** Its title, its tags, and whether it is pinned or archived. */
export interface Metadata {
  /** Given by a person. */
  readonly title: string | null
  /** A pinned session is neither archived nor removed by a clean-up. */
  readonly pinned: boolean
  /** Whether it is archived. New input takes the session out of the archive. */
  readonly archived: boolean
  /** Words to list it by; absent while it has none. */
  readonly tags?: readonly string[]
}

/** A change of metadata; what is left out stays as it is. */
export interface MetadataChange extends Partial<Metadata> {
  /** Tags to add to those it has. */
  readonly addTags?: readonly string[]
  /** Tags to remove. */
  readonly removeTags?: readonly string[]
}

/** A session in a list. `workspace` is the name of its workspace on the server. */
export interface SessionRow extends Omit<WireSession, "isNamed" | "pinned" | "archived" | "tags"> {
  /** Its title, its tags, and whether it is pinned or archived. */
  readonly metadata: Metadata
}

/** A session's row, with what its open requests ask. */
export interface SessionInfo extends SessionRow {
  /** The calls that wait for a person. */
  readonly openRequests: readonly OpenRequestInfo[]
}

export function infoOf(detail: SessionDetail): SessionInfo {
  return { ...rowOf(detail), openRequests: detail.openRequests }
}

export function rowOf({ isNamed, pinned, archived, tags, ...rest }: WireSession): SessionRow {
  const title = isNamed ? rest.title : null
  return { ...rest, metadata: { title, pinned, archived, ...(tags.length > 0 && { tags }) } }
}
