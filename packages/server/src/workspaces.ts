// The named workspaces: each is an agent of its own, on the store that all of them share.
import { realpathSync } from "node:fs"
import type { Agent, Session, SessionRow, Store } from "@pawl/agent"
import type { Principal } from "./access/principal.ts"
import { HttpError } from "./http/envelope.ts"

export interface Workspace {
  readonly name: string
  readonly agent: Agent
  /** The folder that its tools work in; undefined if they work in none. */
  readonly folder?: string
  /** Whom the agent may be asked to be, and with which model. */
  readonly profiles: readonly string[]
  readonly models: readonly string[]
}

export class Workspaces {
  readonly #store: Store
  readonly #all: readonly Workspace[]

  constructor(store: Store, all: readonly Workspace[]) {
    if (all.length === 0) throw new Error("A server needs at least one workspace.")
    this.#store = store
    this.#all = all.map((each) => (each.folder === undefined ? each : { ...each, folder: realpathSync(each.folder) }))
  }

  /** Those that the person may use. */
  of(principal: Principal): readonly Workspace[] {
    const { workspaces } = principal.allows
    return workspaces === undefined ? this.#all : this.#all.filter(({ name }) => workspaces.includes(name))
  }

  /** The workspace with this name, or the first that the person may use. One that the person may not use does not exist. */
  named(principal: Principal, name?: string): Workspace {
    const mine = this.of(principal)
    const found = name === undefined ? mine[0] : mine.find((each) => each.name === name)
    if (found !== undefined) return found
    if (name === undefined)
      throw new HttpError(403, "not-allowed", "No workspace is open to you. Ask an admin for one.")
    const known = mine.map((each) => each.name).join(", ")
    throw new HttpError(404, "workspace-missing", `There is no workspace "${name}". You may use: ${known || "none"}.`)
  }

  /** The row of a session that the person may see. A session of somebody else looks like one that does not exist. */
  async row(principal: Principal, id: string): Promise<SessionRow> {
    const row = await this.#store.sessions.get(id)
    if (row === undefined || !this.sees(principal, row)) throw sessionMissing(id)
    return row
  }

  /** Whether the person may know of this session. */
  sees(principal: Principal, row: SessionRow): boolean {
    const { workspaces } = principal.allows
    return maySee(principal, row) && (workspaces?.includes(this.#at(row)?.name ?? "") ?? true)
  }

  /** The session's handle, by the agent of its workspace: another agent would run it in the wrong folder. */
  async open(principal: Principal, id: string): Promise<Session> {
    return (await this.opened(principal, id)).session
  }

  /** The same, with the number of the last fact before. */
  async opened(principal: Principal, id: string): Promise<{ readonly session: Session; readonly seq: number }> {
    const row = await this.row(principal, id)
    const workspace = this.#at(row)
    if (workspace === undefined) throw notServed(id)
    const session = await workspace.agent.sessions.get(id)
    if (session === undefined) throw sessionMissing(id)
    return { session, seq: row.seq }
  }

  /** The name of the workspace that a session belongs to; null if this server does not serve it. */
  nameOf(row: SessionRow): string | null {
    return this.#at(row)?.name ?? null
  }

  async close(deadlineMs: number): Promise<void> {
    await Promise.all(this.#all.map(({ agent }) => agent.close({ deadlineMs })))
  }

  /** A session without a folder belongs to the first workspace, as it does to the first process that runs it. */
  #at({ workspace }: SessionRow): Workspace | undefined {
    if (workspace === null) return this.#all[0]
    return this.#all.find(({ folder }) => folder === workspace)
  }
}

function maySee({ user, role, isLocal }: Principal, { owner }: SessionRow): boolean {
  return isLocal === true || role === "admin" || owner === user
}

export function sessionMissing(id: string): HttpError {
  return new HttpError(404, "session-missing", `There is no session "${id}". Check its id.`)
}

function notServed(id: string): HttpError {
  return new HttpError(
    409,
    "workspace-not-served",
    `The folder of session "${id}" is none of this server's workspaces. Add it to the server's configuration, or use pawl in that folder.`,
  )
}
