// Validates the options of a single turn. They become part of a durable command, so everything in them has a name.
import { defined } from "../base/defined.ts"
import { mistyped } from "../base/nearest.ts"
import { APPROVAL_MODES, type ApprovalMode, type Say } from "../contracts/command.ts"
import { PawlError } from "../contracts/error.ts"
import { PRIORITIES } from "../contracts/queue.ts"
import { toolChoiceProblem } from "../features/offer/tool-choice.ts"
import type { HandlePorts, SendOptions } from "./handle-types.ts"

type Given = Pick<SendOptions, "model" | "tools" | "toolChoice" | "approval" | "priority" | "whenBusy">

export function readTurnOptions(
  { model: wanted, tools, toolChoice, approval, priority: given, whenBusy }: Given,
  ports: Pick<HandlePorts, "modelNamed" | "toolNames" | "approvalModes" | "priority">,
): Pick<Say, "model" | "tools" | "toolChoice" | "approval" | "priority"> {
  const { modelNamed, toolNames, approvalModes } = ports
  if (![undefined, "queue", "steer", "refuse"].includes(whenBusy))
    throw new PawlError(
      "input-invalid",
      `The option "whenBusy" must be "queue", "steer" or "refuse", and is ${JSON.stringify(whenBusy)}. Nothing was sent.`,
    )
  const isList = Array.isArray(tools) && tools.every((name) => typeof name === "string" && name !== "")
  if (tools !== undefined && !isList)
    throw new PawlError(
      "input-invalid",
      'The option "tools" must be a list of names; an empty one means no tools. Nothing was sent.',
    )
  for (const name of tools ?? []) refuseMistyped(name, toolNames)
  const problem = toolChoiceProblem(toolChoice)
  if (problem !== undefined)
    throw new PawlError("input-invalid", `An option of the turn is not valid: ${problem}. Nothing was sent.`)
  if (approval !== undefined) refuseMode(approval, approvalModes)
  const model = wanted === undefined ? undefined : modelNamed?.(wanted)
  return { ...defined({ model, tools, toolChoice, approval }), ...priorityOf(given ?? ports.priority) }
}

/** The usual one is not stored. */
function priorityOf(priority: Given["priority"] = "normal"): Pick<Say, "priority"> {
  if (!PRIORITIES.includes(priority))
    throw new PawlError(
      "input-invalid",
      `The option "priority" must be "low", "normal" or "high", and is ${JSON.stringify(priority)}. Nothing was sent.`,
    )
  return priority === "normal" ? {} : { priority }
}

/** A tool of a server may appear later, so only a name that is almost one of the known names is a mistake. */
function refuseMistyped(name: string, toolNames: HandlePorts["toolNames"]): void {
  const known = toolNames?.() ?? []
  const meant = known.includes(name) || name.includes("*") ? undefined : mistyped(name, known)
  if (meant === undefined) return
  throw new PawlError("input-invalid", `There is no tool "${name}". Nothing was sent. Write "${meant}".`)
}

function refuseMode(mode: ApprovalMode, allowed: readonly ApprovalMode[] = APPROVAL_MODES): void {
  if (!APPROVAL_MODES.includes(mode))
    throw new PawlError(
      "input-invalid",
      `The option "approval" must be "ask", "edits", "plan" or "auto", and is ${JSON.stringify(mode)}. Nothing was sent.`,
    )
  if (allowed.includes(mode)) return
  const list = allowed.map((each) => `"${each}"`).join(", ")
  throw new PawlError(
    "approval-not-allowed",
    `The approval mode "${mode}" is not allowed here. Nothing was sent. Use one of: ${list}. The option approvalModes of the agent, or the setting approvalModes of a server, says which are allowed.`,
  )
}
