import type { OpenRequestInfo } from "@pawl/client"
import { describe, expect, it } from "vitest"
import type { SessionItem } from "../../data/session-list.ts"
import { openCount } from "./open-count.ts"

const asking = (count: number, parentKind?: SessionItem["parentKind"]) => ({
  ...(parentKind !== undefined && { parentKind }),
  openRequests: Array.from(
    { length: count },
    (_, call) => ({ call: String(call), kind: "approval" }) as OpenRequestInfo,
  ),
})

describe("openCount", () => {
  it.each([
    [[], 0],
    [[asking(0), asking(2), asking(1)], 3],
    [[asking(1), asking(1, "delegation")], 1],
    [[asking(1), asking(1, "fork"), asking(1, "import")], 3],
  ])("of %j is %i", (sessions, count) => expect(openCount(sessions)).toBe(count))
})
