// The session's own lists and its children, from its log.
import type { Fact } from "../../contracts/fact.ts"
import type { Note, Task } from "../../contracts/tasks.ts"
import { foldFacts } from "./fold.ts"

/** A session's own lists. */
export interface Lists {
  /** What the model means to do. */
  readonly tasks: readonly Task[]
  /** What the model keeps for itself. */
  readonly notes: readonly Note[]
}

/** The tasks and notes of a session, from its facts. */
export function listsIn(facts: readonly Fact[]): Lists {
  const { tasks = [], notes = [] } = foldFacts(facts)
  return { tasks, notes }
}

/** Ids of the sessions that it gave work to, oldest first. Of a fork they are those of the session it comes from. */
export function childrenIn(facts: readonly Fact[]): readonly string[] {
  const named = facts.flatMap((fact) => (fact.type === "tool-started" && fact.child !== undefined ? [fact.child] : []))
  return [...new Set(named)]
}
