// Arguments of five megabytes, of several kinds, for tests of size limits.
import type { JsonObject } from "../../packages/agent/src/contracts/json.ts"
import type { ApprovalEvent } from "../../packages/cli/src/run/attendant.ts"

export const CONTENTS: readonly (readonly [string, string])[] = [
  ["many lines", "a line of text\n".repeat(330_000)],
  ["one line", "x".repeat(5_000_000)],
  ["line breaks only", "\n".repeat(5_000_000)],
  ["invisible characters", "a\u200b\u202e".repeat(1_600_000)],
  ["backslashes", "\\".repeat(5_000_000)],
]

export function approvalEvent(given: JsonObject, preview: string): ApprovalEvent {
  return { type: "approval-requested", call: "c", name: "write_file", arguments: given, preview } as ApprovalEvent
}
