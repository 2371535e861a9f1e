// Reports what a tool throws to two receivers: to the model as a result, and in full to `onFailure`.
import { defined } from "../base/defined.ts"
import { detailsOf } from "../contracts/failure-record.ts"
import type { Call } from "../contracts/message.ts"
import type { RunOptions, ToolResult } from "../contracts/toolbox.ts"
import { failed } from "./failures.ts"
import type { Tool } from "./tool.ts"
import type { ToolboxOptions } from "./toolbox.ts"

/** The call, with its session and turn where these are known. */
export type CallMade = Pick<Call, "id" | "arguments"> & Partial<Pick<RunOptions, "session" | "trace" | "offered">>

type FailurePorts = Pick<ToolboxOptions, "clock" | "roots" | "onFailure" | "secrets">

/** For one call: returns the function that handles everything its tool throws. */
export function reportFailure(call: CallMade, { clock, roots, onFailure, secrets }: FailurePorts) {
  const { id, arguments: given, session, trace, offered } = call
  return (tool: Tool, error: unknown): ToolResult => {
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
}
