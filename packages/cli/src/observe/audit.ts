// `pawl audit`: lists the calls of a session: what each ran with, who allowed it, and how it ended.
import { type AuditRow, auditOf } from "@pawl/agent/observe"
import { openStore } from "../agent/agent.ts"
import { loadSettings } from "../config/settings.ts"
import { badInput } from "../failure.ts"
import type { Request } from "../line/parse.ts"
import { cleaner, redactor } from "../redact.ts"
import { readLastSession } from "../run/last-session.ts"
import { callText } from "../run/notes.ts"
import { findSession } from "../sessions/find-session.ts"
import { when } from "../sessions/list-sessions.ts"
import { named } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"
import { bold, dim, green, yellow } from "../terminal/style.ts"
import { world } from "../world.ts"

export async function audit({ words, flags }: Request): Promise<number> {
  const settings = await loadSettings(flags)
  const name = words[0] ?? readLastSession(settings)
  if (name === undefined) throw badInput("There is no session of this folder yet. Name one: pawl audit ID|NAME.")
  const store = await openStore(settings)
  try {
    const { id } = await findSession(store, name)
    const rows = cleaner(redactor(world().env))(auditOf(await store.log.read(id, 0)))
    if (flags.has("json")) out.json(rows)
    else out.write(tableOf(id, rows))
    return 0
  } finally {
    await store.close()
  }
}

function tableOf(session: string, rows: readonly AuditRow[]): string {
  if (rows.length === 0) return `Session ${session}: no tool was called.\n`
  return bold(`Session ${session}: ${rows.length} calls\n`) + rows.map(linesOf).join("")
}

function linesOf(row: AuditRow): string {
  const { tool, arguments: given, status, code, repairs, asked, starts, at, ms } = row
  const outcome = code === undefined || code.replaceAll("-", "_") === status ? status : `${status} (${code})`
  const written = asked === undefined ? [] : [`asked for as ${asked}`]
  const again = starts > 1 ? [`begun ${starts} times`] : []
  const facts = [`turn ${row.turn}`, when(at), `${ms} ms`, approvalOf(row), ...written, ...again]
  const more = [...repairs, ...(row.reason === undefined ? [] : [`reason: ${row.reason}`])]
  const lines = [facts.join(", "), ...more].map((line) => dim(`    ${named(line)}`))
  return [`${(status === "ok" ? green : yellow)(outcome)}  ${callText(tool, given)}`, ...lines, ""].join("\n")
}

function approvalOf({ confirmed, granted, by, status, code }: AuditRow): string {
  const who = by === undefined ? "" : ` by ${by}`
  if (granted !== undefined) return `allowed beforehand (${granted.scope})`
  if (status === "rejected_by_user") return `rejected${who}`
  if (status === "approval_timeout" || code === "question-timeout") return "not answered in time"
  return confirmed ? `confirmed${who}` : "no person was asked"
}
