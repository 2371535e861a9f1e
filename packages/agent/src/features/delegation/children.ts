// Sessions that work for others: opened under an id that the call decides, told their task once, run like any session by
// whoever runs sessions.
import type { Clock } from "../../contracts/clock.ts"
import { text } from "../../contracts/content.ts"
import type { Child, Children } from "../../contracts/delegation.ts"
import { PawlError } from "../../contracts/error.ts"
import { FACT_VERSION, type Fact, type Parent } from "../../contracts/fact.ts"
import type { NewSession } from "../../contracts/store.ts"
import { cutAtWord, LONGEST_TITLE } from "../../kernel/state/title.ts"
import { type HandlePorts, Session } from "../../session/handle.ts"
import { readMetadata } from "../../session/read-input.ts"

export interface ChildrenPorts {
  readonly handle: HandlePorts
  readonly clock: Clock
  /** The profile of sessions that name none. */
  readonly profile: string
  /** This process goes on with it. */
  readonly onOpened: (child: string) => void
  /** Its parent waits, and takes up no room meanwhile. */
  readonly lend: (parent: string) => () => void
}

export function children({ handle, clock, profile: own, onOpened, lend }: ChildrenPorts): Children {
  const { store, subscribe, secrets } = handle
  const session = (id: string) => new Session(id, handle)
  return {
    async begin(child) {
      const profile = child.profile ?? own
      const around = { profile, at: clock.now(), workspace: handle.files?.root }
      const isNew = await store.sessions.create(newSession(child, around))
      if (isNew && child.title !== undefined && child.title.trim() !== "")
        await store.sessions.update(child.id, readMetadata({ title: cutAtWord(child.title, LONGEST_TITLE) }, secrets))
      if (!isNew && (await store.sessions.get(child.id))?.parent !== child.parent) throw taken(child)
      onOpened(child.id)
      const leave = lend(child.parent)
      try {
        // The same id for every attempt: it is said once, and wakes the child in any case.
        await session(child.id)
          .send([text(child.task)], { id: `delegate:${child.id}`, by: child.parent })
          .accepted()
      } catch (error) {
        leave()
        throw error
      }
      return { leave }
    },
    follow: (id, signal) => subscribe(id, { after: 0, signal, deltas: false }),
    async isOpen(id, call) {
      const row = await store.sessions.get(id)
      return row?.openRequests.some((request) => request.call === call) === true
    },
    // What is allowed in all sessions was kept by the parent.
    approve: (id, request, { grant, ...leave }) =>
      session(id).approve(request, { ...leave, ...(grant?.scope === "session" && { grant }) }),
    answer: (id, call, { text: words, question }) => session(id).answer(call, words, { question }),
    async cancel(id) {
      const row = await store.sessions.get(id)
      if (row === undefined) return undefined
      await session(id).cancel({ id: `cancel:${id}` })
      return row.usage
    },
  }
}

interface Around {
  readonly profile: string
  readonly at: number
  readonly workspace: string | undefined
}

function newSession(child: Child, { profile, at, workspace }: Around): NewSession {
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
      ...(title !== undefined && { title }),
      ...(maxIterations !== undefined && { maxIterations }),
      ...(maxTokens !== undefined && { maxTokens }),
    },
    ...(owner !== undefined && { owner }),
    ...(workspace !== undefined && { workspace }),
    ...(instructions !== undefined && { instructions }),
    ...(grants.length > 0 && { grants }),
  }
  return { id, opened, profile, parent, ...(owner !== undefined && { owner }) }
}

function taken({ id, parent }: Child): PawlError {
  return new PawlError("input-invalid", `There is a session ${id} already, and it is no child of ${parent}.`)
}
