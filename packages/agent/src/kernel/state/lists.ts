// Reads the session's lists and its children from its log.
import type { Fact } from "../../contracts/fact.ts"
import type { Note, Task } from "../../contracts/tasks.ts"
import { foldFacts } from "./fold.ts"

/** A session's own lists. */
export interface Lists {
  /** The model's tasks. */
  readonly tasks: readonly Task[]
  /** The model's notes. */
  readonly notes: readonly Note[]
}

/** The tasks and notes of a session, from its facts. */
export function listsIn(facts: readonly Fact[]): Lists {
  const { tasks = [], notes = [] } = foldFacts(facts)
  return { tasks, notes }
}

/** Ids of the sessions it delegated to, oldest first. For a fork these are the children of the original session. */
export function childrenIn(facts: readonly Fact[]): readonly string[] {
  const named = facts.flatMap((fact) => (fact.type === "tool-started" && fact.child !== undefined ? [fact.child] : []))
  return [...new Set(named)]
}
