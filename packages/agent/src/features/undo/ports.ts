// What performers need to keep files before they are changed, and to put them back.
import type { Files } from "../../contracts/files.ts"

export interface UndoPorts {
  /** The workspace's files. */
  readonly files?: Files
  /** Limits in the store: for one file, and for one session. */
  readonly maxFileBytes?: number
  readonly maxKeptBytes?: number
}
