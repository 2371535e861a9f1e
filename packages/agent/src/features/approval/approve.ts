// Allow a call, or do not: it waits for that before it runs, or a child's call does while it runs.
import { defined } from "../../base/defined.ts"
import type { Approve } from "../../contracts/command.ts"
import { callOf, isAt } from "../../kernel/commands/asked-call.ts"
import { defineCommand, senderOf } from "../../kernel/define-command.ts"

export const approve = defineCommand<Approve>({
  kind: "approve",
  promote(state, command, { touches }) {
    const { call, question, decision, arguments: edited, reason, grant } = command
    const asked = callOf(state, call)
    // A child's call that this one waits for: what it touches is known there.
    const isChilds = isAt(state, call, "started") && asked?.asksLeave !== undefined
    if (!isChilds && !isAt(state, call, "awaiting-approval")) return "drop"
    if (isChilds && question !== undefined && question !== asked.asking) return "drop"
    const name = asked?.name ?? asked?.call.name ?? ""
    const changed = edited && {
      arguments: edited,
      ...(!isChilds && { touches: touches({ name, arguments: edited }) }),
    }
    const risk = isChilds ? asked.asksLeave : asked?.risk
    // What may destroy something is allowed once, whatever was asked for.
    const isGranted = grant !== undefined && decision === "approved" && risk !== "destructive"
    const changes = { ...changed, ...defined({ reason }), ...(isGranted && { grant }) }
    return { fact: { type: "approval-settled", call, decision, ...changes, ...senderOf(command) }, replyTo: call }
  },
})
