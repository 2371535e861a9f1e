// Sessions that work for others. Each is opened under an id that follows from the call, gets its task once, and is run
// like any session by any runner.
import { defined } from "../../base/defined.ts"
import type { Clock } from "../../contracts/clock.ts"
import type { ApprovalOf } from "../../contracts/command.ts"
import { text } from "../../contracts/content.ts"
import type { ApprovalReply, Child, Children } from "../../contracts/delegation.ts"
import { PawlError } from "../../contracts/error.ts"
import type { Event } from "../../contracts/event.ts"
import { FACT_VERSION, type Fact, type Parent } from "../../contracts/fact.ts"
import type { NewSession } from "../../contracts/sessions.ts"
import type { Usage } from "../../contracts/usage.ts"
import { cutAtWord, MAX_TITLE_CHARS } from "../../kernel/state/title.ts"
import { Session } from "../../session/handle.ts"
import type { HandlePorts } from "../../session/handle-types.ts"
import { readMetadata } from "../../session/read-input.ts"
import { type Delegation, kindOf } from "./kinds.ts"

/** The agent that the sessions belong to. */
export interface ChildSessionsHost {
  readonly handle: HandlePorts
  readonly setup: { readonly options: Delegation }
  /** The profile of sessions that name none. */
  readonly profiles: { readonly chosen: { readonly name: string } }
  readonly runner: {
    /** Lets this process run it. */
    adopt(child: string): void
    /** Frees the parent's slot while it waits; the returned function takes it back. */
    yieldSlot(parent: string): () => void
  }
}

/** Toolboxes get it before there is a runner: it asks its home for what it needs only when it is called. */
export class ChildSessions implements Children {
  readonly #home: ChildSessionsHost
  readonly #clock: Clock

  constructor(home: ChildSessionsHost, clock: Clock) {
    this.#home = home
    this.#clock = clock
  }

  async begin(child: Child): Promise<{ readonly reclaimSlot: () => void }> {
    const { runner, setup } = this.#home
    // Not the agent's usual one: a child is as urgent as its parent.
    const { context, tools, approval, priority = "normal" } = child
    const model = kindOf(child, setup.options)?.model ?? child.model
    await this.#open(child)
    runner.adopt(child.id)
    const reclaimSlot = runner.yieldSlot(child.parent)
    try {
      // The same id for every attempt: the task is sent once, and the child is woken in any case.
      await this.#session(child.id)
        .send([text(child.task)], {
          id: `delegate:${child.id}`,
          by: child.parent,
          priority,
          ...defined({ model, tools, approval, context }),
        })
        .accepted()
    } catch (error) {
      reclaimSlot()
      throw error
    }
    return { reclaimSlot }
  }

  follow(id: string, signal: AbortSignal): AsyncIterable<Event> {
    return this.#home.handle.subscribe(id, { after: 0, signal, deltas: false })
  }

  async isOpen(id: string, call: string): Promise<boolean> {
    const row = await this.#home.handle.store.sessions.get(id)
    return row?.openRequests.some((request) => request.call === call) === true
  }

  /** The parent has already stored grants for all sessions. */
  approve(id: string, request: ApprovalOf, { grant, decision, ...how }: ApprovalReply): Promise<void> {
    const word = decision === "approved" ? "approve" : "deny"
    return this.#session(id).decide(request, word, { ...how, ...(grant?.scope === "session" && { grant }) })
  }

  answer(id: string, call: string, { text: words, question }: Parameters<Children["answer"]>[2]): Promise<void> {
    return this.#session(id).answer(call, words, { question })
  }

  async cancel(id: string): Promise<Usage | undefined> {
    const row = await this.#home.handle.store.sessions.get(id)
    if (row === undefined) return undefined
    await this.#session(id).cancel({ id: `cancel:${id}` })
    return row.usage
  }

  async #open(child: Child): Promise<void> {
    const { handle, profiles } = this.#home
    const { store, files, secrets } = handle
    const { profile = profiles.chosen.name } = child
    const opening = { profile, at: this.#clock.now(), workspace: files?.root }
    const isNew = await store.sessions.create(newSession(child, opening))
    if (isNew && child.title !== undefined && child.title.trim() !== "")
      await store.sessions.update(child.id, readMetadata({ title: cutAtWord(child.title, MAX_TITLE_CHARS) }, secrets))
    if (!isNew && (await store.sessions.get(child.id))?.parent !== child.parent) throw taken(child)
  }

  /** Without limits: children work for sessions that were admitted. */
  #session(id: string): Session {
    const { countsOf: _, ...handle } = this.#home.handle
    return new Session(id, { ...handle, limits: {} })
  }
}

interface Opening {
  readonly profile: string
  readonly at: number
  readonly workspace: string | undefined
}

function newSession(child: Child, { profile, at, workspace }: Opening): NewSession {
  const { id, parent: of, call, owner, instructions, grants = [] } = child
  const { kind, depth, title, maxIterations, maxTokens } = child
  const parent: Parent = { session: of, kind: "delegation", call }
  const opened: Fact = {
    v: FACT_VERSION,
    seq: 1,
    at,
    type: "session-opened",
    session: id,
    profile,
    parent,
    delegated: {
      kind,
      depth,
      ...defined({ title, maxIterations, maxTokens }),
    },
    ...defined({ owner, workspace, instructions }),
    ...(grants.length > 0 && { grants }),
  }
  return { id, opened, profile, parent, ...defined({ owner }) }
}

function taken({ id, parent }: Child): PawlError {
  return new PawlError("input-invalid", `There is a session ${id} already, and it is no child of ${parent}.`)
}
