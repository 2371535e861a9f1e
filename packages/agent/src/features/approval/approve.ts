// Command that approves or denies a call: one that waits to run, or a running call that relays a child's request.
import { defined } from "../../base/defined.ts"
import type { Approve } from "../../contracts/command.ts"
import { callOf, isAt } from "../../kernel/commands/asked-call.ts"
import { defineCommand, senderOf } from "../../kernel/define-command.ts"

export const approve = defineCommand<Approve>({
  kind: "approve",
  promote(state, command, { touches }) {
    const { call, question, decision, arguments: edited, reason, grant } = command
    const asked = callOf(state, call)
    // A child's call that this one waits for: the child's session knows what it touches.
    const isChilds = isAt(state, call, "started") && asked?.asksLeave !== undefined
    if (!isChilds && !isAt(state, call, "awaiting-approval")) return "drop"
    if (isChilds && question !== undefined && question !== asked.asking) return "drop"
    const name = asked?.name ?? asked?.call.name ?? ""
    const changed = edited && {
      arguments: edited,
      ...(!isChilds && { touches: touches({ name, arguments: edited }) }),
    }
    const risk = isChilds ? asked.asksLeave : asked?.risk
    // A destructive call is approved once only, whatever grant the approver chose.
    const isGranted = grant !== undefined && decision === "approved" && risk !== "destructive"
    const changes = { ...changed, ...defined({ reason }), ...(isGranted && { grant }) }
    return { fact: { type: "approval-settled", call, decision, ...changes, ...senderOf(command) }, replyTo: call }
  },
})
