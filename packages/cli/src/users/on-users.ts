// Opens the users of the database for one command, and keeps in the audit what the command did.
import { userInfo } from "node:os"
import type { AuditEntry, HttpError, Users } from "@pawl/server/access"
import { openStore } from "../agent/agent.ts"
import { loadSettings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { Failure } from "../failure.ts"
import type { Request } from "../line/parse.ts"

export interface Recorded {
  readonly users: Users
  /** Does it, and adds it to the audit, with what came of it. */
  record<T>(what: string, detail: object, act: () => Promise<T>): Promise<T>
}

export async function onUsers(flags: Request["flags"], use: (opened: Recorded) => Promise<number>): Promise<number> {
  const store = await openStore(await loadSettings(flags))
  try {
    const { Audit, HttpError: Refused, Users: AllUsers } = await import("@pawl/server/access")
    const audit = new Audit(store.records)
    const record: Recorded["record"] = async (what, detail, act) => {
      const entry = { who: "terminal", what, detail: { ...detail, by: systemUser() } as AuditEntry["detail"] }
      try {
        const done = await act()
        await audit.add({ ...entry, outcome: "done" })
        return done
      } catch (error) {
        const isRefused = error instanceof Refused
        const code = isRefused ? { code: error.code } : {}
        await audit.add({ ...entry, outcome: isRefused ? "refused" : "failed", ...code })
        throw error
      }
    }
    return await use({ users: new AllUsers({ store }), record }).catch((error: unknown) => {
      throw error instanceof Refused ? inWords(error) : error
    })
  } finally {
    await store.close()
  }
}

function inWords({ code, message }: HttpError): Failure {
  return new Failure(EXIT.input, `${message}${ADVICE[code] ?? ""}`)
}

/** Flags with which the command does it after all. */
const ADVICE: Readonly<Record<string, string>> = {
  "user-had-sessions": " Add --adopt for that.",
  "last-admin": " Or add --yes: then the server has none, and only this program can make one.",
}

function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return "unknown"
  }
}
