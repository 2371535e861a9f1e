// What performers need to keep files before they are changed, and to put them back.
import type { Files } from "../../contracts/files.ts"

export interface UndoPorts {
  /** The workspace's files. */
  readonly files?: Files
  /** What one file, and what one session may have of the store. */
  readonly maxFileBytes?: number
  readonly maxKeptBytes?: number
}
