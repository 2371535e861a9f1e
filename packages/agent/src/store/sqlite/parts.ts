// The parts that the ports of the SQLite store share.

import type { KnownBlobs } from "../known-blobs.ts"
import type { WriterClient } from "./client.ts"
import type { LiveTexts } from "./live-text.ts"
import type { LogReader } from "./log-reader.ts"
import type { ReadGate } from "./read-gate.ts"
import type { SearchIndex } from "./search-index.ts"
import type { SessionReader } from "./session-reader.ts"

export interface Parts {
  readonly writer: WriterClient
  readonly reading: ReadGate
  readonly log: LogReader
  readonly list: SessionReader
  readonly live: LiveTexts
  readonly known: KnownBlobs
  readonly index: SearchIndex
}
