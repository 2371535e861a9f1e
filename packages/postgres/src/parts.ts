// What the ports of the store share.
import type { KnownBlobs } from "@pawl/agent/store"
import type { AppendGroups } from "./append-groups.ts"
import type { Channel } from "./channel.ts"
import type { Database } from "./database.ts"
import type { Lanes } from "./lanes.ts"
import type { LiveTexts } from "./live-text.ts"

export interface Parts {
  readonly database: Database
  readonly lanes: Lanes
  readonly groups: AppendGroups
  readonly channel: Channel
  readonly live: LiveTexts
  readonly known: KnownBlobs
}
