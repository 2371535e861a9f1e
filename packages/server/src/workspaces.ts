// The named workspaces: each is an agent of its own, on the store that all of them share.
import type { Agent, Session, SessionRow, Store } from "@pawl/agent"
import type { Plugins } from "@pawl/agent/plugins"
import { covers } from "./access/allows.ts"
import { outside } from "./access/insiders.ts"
import type { Principal } from "./access/principal.ts"
import type { Users } from "./access/users.ts"
import { Held, type HeldWorkspace } from "./held-workspace.ts"
import { HttpError } from "./http/envelope.ts"
import { followServers, type ManagedServers } from "./manage/mcp-servers.ts"

export interface Workspace {
  readonly name: string
  readonly agent: Agent
  /** The folder that its tools work in; undefined if they work in none. */
  readonly folder?: string
  /** Whom the agent may be asked to be, and with which model. */
  readonly profiles: readonly string[]
  readonly models: readonly string[]
  /** How many files may be attached in one session, so that people learn of it before they send one more. */
  readonly maxFiles?: number
  /** Its MCP servers, if admins may manage them while the server runs. */
  readonly servers?: ManagedServers
  /** Its plugins, if admins may change their settings while the server runs. */
  readonly plugins?: () => Promise<Plugins>
  /** What keeps its turns from working, as a missing key, one sentence each. */
  readonly issues?: () => readonly string[] | Promise<readonly string[]>
}

export interface Opened {
  readonly session: Session
  /** The number of the last fact before. */
  readonly seq: number
  readonly row: SessionRow
  readonly workspace: Workspace
  /** Whose rights a turn has. */
  readonly rights: Principal
}

export class Workspaces {
  readonly #store: Store
  readonly #all: readonly Held[]
  readonly #users: Pick<Users, "principal">

  constructor(store: Store, all: readonly Workspace[], users: Pick<Users, "principal">) {
    if (all.length === 0) throw new Error("A server needs at least one workspace.")
    refuseSharedFolder(all)
    this.#store = store
    this.#users = users
    this.#all = all.map((each) => new Held(each))
  }

  /** Those that the person may use. */
  of(principal: Principal): readonly HeldWorkspace[] {
    const { workspaces } = principal.allows
    return workspaces === undefined ? this.#all : this.#all.filter(({ name }) => covers(workspaces, name))
  }

  /** The workspace with this name, or the first that the person may use. One that the person may not use does not exist. */
  named(principal: Principal, name?: string): HeldWorkspace {
    const mine = this.of(principal)
    const found = name === undefined ? mine[0] : mine.find((each) => each.name === name)
    if (found !== undefined) return found
    if (name === undefined) throw outside()
    const known = mine.map((each) => each.name).join(", ")
    throw new HttpError(404, "workspace-missing", `There is no workspace "${name}". You may use: ${known || "none"}.`)
  }

  /** The row of a session that the person may see. A session of somebody else looks like one that does not exist. */
  async row(principal: Principal, id: string): Promise<SessionRow> {
    const row = await this.#store.sessions.get(id)
    if (row === undefined || !this.maySee(principal, row)) throw sessionMissing(id)
    return row
  }

  /** Whether the person may know of this session. */
  maySee(principal: Principal, row: SessionRow): boolean {
    const { workspaces } = principal.allows
    return isTheirs(principal, row) && (workspaces === undefined || covers(workspaces, this.#at(row)?.name ?? ""))
  }

  /** Whether a workspace may have been closed to the person, so that lists by owner may have too much. */
  seesAll({ allows }: Principal): boolean {
    return allows.workspaces === undefined
  }

  /** The session's handle, by the agent of its workspace: another agent would run it in the wrong folder. */
  async open(principal: Principal, id: string): Promise<Session> {
    return (await this.opened(principal, id)).session
  }

  /** The same, with what a turn needs to know. */
  async opened(principal: Principal, id: string): Promise<Opened> {
    const row = await this.row(principal, id)
    const workspace = this.#at(row)
    if (workspace === undefined) throw notServed(id)
    const session = await workspace.agent.sessions.get(id)
    if (session === undefined) throw sessionMissing(id)
    return { session, seq: row.seq, row, workspace, rights: await this.#rights(principal, row) }
  }

  /** A turn has the rights of the session's owner, also when an admin sends the message. */
  async #rights(principal: Principal, { owner }: SessionRow): Promise<Principal> {
    if (owner === null || owner === principal.user) return principal
    return (await this.#users.principal(owner)) ?? principal
  }

  /** The name of the workspace that a session belongs to; null if this server does not serve it. */
  nameOf(row: SessionRow): string | null {
    return this.#at(row)?.name ?? null
  }

  /** Takes over the MCP servers that admins added or removed in another process. */
  async followServers(): Promise<void> {
    for (const each of this.#all) await followServers(this.#store, each)
  }

  async close(deadlineMs: number): Promise<void> {
    await Promise.all(this.#all.map((each) => each.close(deadlineMs)))
  }

  /** A session without a folder belongs to the first workspace, as it does to the first process that runs it. */
  #at({ workspace }: SessionRow): Held | undefined {
    if (workspace === null) return this.#all[0]
    return this.#all.find(({ folder }) => folder === workspace)
  }
}

/** A session is found again by its folder: it would run with the settings of the other workspace. */
function refuseSharedFolder(all: readonly Workspace[]): void {
  const byFolder = Map.groupBy(all, ({ name, folder }) => folder ?? `no folder: ${name}`)
  for (const [folder, [first, second]] of byFolder)
    if (first !== undefined && second !== undefined)
      throw new Error(
        `The workspaces "${first.name}" and "${second.name}" have the same folder, ${folder}. Give each its own.`,
      )
}

function isTheirs({ user, role, isLocal }: Principal, { owner }: SessionRow): boolean {
  return isLocal === true || role === "admin" || owner === user
}

export function sessionMissing(id: string): HttpError {
  return new HttpError(404, "session-missing", `There is no session "${id}". Check its id.`)
}

/** Whose it is, and whether the person may see it, stays untold. */
export function idTaken(): HttpError {
  return new HttpError(409, "id-taken", "This id is taken. Choose another one, or leave it out to get a new one.")
}

function notServed(id: string): HttpError {
  return new HttpError(
    409,
    "workspace-not-served",
    `The folder of session "${id}" is none of this server's workspaces. Add it to the server's configuration, or use pawl in that folder.`,
  )
}
