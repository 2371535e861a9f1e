// Reports what a tool throws to two receivers: to the model as a result, and in full to `onFailure`.
import { defined } from "../base/defined.ts"
import { detailsOf } from "../contracts/failure-record.ts"
import type { Call } from "../contracts/message.ts"
import type { RunOptions, ToolResult } from "../contracts/toolbox.ts"
import { failed } from "./failures.ts"
import type { Tool } from "./tool.ts"
import type { ToolboxOptions } from "./toolbox.ts"

/** The call, with its session and turn where these are known. */
export interface CallMade extends Pick<Call, "id" | "arguments"> {
  readonly session: string | undefined
  readonly trace: string | undefined
  readonly offered: RunOptions["offered"] | undefined
}

type FailurePorts = Pick<ToolboxOptions, "clock" | "roots" | "onFailure" | "secrets">

/** The result of a call whose tool threw. */
export function reportFailure(call: CallMade, ports: FailurePorts, tool: Tool, error: unknown): ToolResult {
  const { id, arguments: given, session, trace, offered } = call
  const { clock, roots, onFailure, secrets } = ports
  const result = failed({ tool, arguments: given, ...(roots && { roots }), ...(offered && { offered }) }, error)
  onFailure?.({
    kind: "tool-failure",
    at: clock.now(),
    ...defined({ session, trace }),
    call: id,
    tool: tool.name,
    code: result.code ?? "tool-failed",
    error: detailsOf(error, secrets?.clean),
  })
  return result
}
