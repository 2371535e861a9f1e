// Calls of a session whose outcome is unknown, as this tab knows them, and what people found out about them.
import type { Operations } from "@pawl/client"
import { useEffect } from "react"
import { client } from "../../data/client.ts"
import { Observable } from "../../data/observable.ts"
import { useObservable } from "../../data/use-observable.ts"

export type Effect = Operations["look.effects"]["answer"]["effects"][number]

export interface Effects {
  readonly isLoaded: boolean
  readonly effects: readonly Effect[]
  readonly error: unknown
}

const books = new Map<string, Observable<Effects>>()

function bookOf(session: string): Observable<Effects> {
  const known = books.get(session)
  if (known !== undefined) return known
  const made = new Observable<Effects>({ isLoaded: false, effects: [], error: undefined })
  books.set(session, made)
  return made
}

export async function refreshEffects(session: string): Promise<void> {
  const book = bookOf(session)
  try {
    const { effects } = await client.call("look.effects", { params: { session } })
    book.set({ isLoaded: true, effects, error: undefined })
  } catch (error) {
    book.update((now) => ({ ...now, isLoaded: true, error }))
  }
}

/** Loaded anew when `stamp` changes. */
export function useEffects(session: string, stamp: string): Effects {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp says when to load again.
  useEffect(() => void refreshEffects(session), [session, stamp])
  return useObservable(bookOf(session))
}

type Finding = Operations["effects.settle"]["body"]

/** A second person who settles it learns that it is settled: the list is loaded anew either way. */
export async function settleEffect(session: string, call: string, found: Finding): Promise<void> {
  try {
    await client.call("effects.settle", { params: { session, call }, body: found })
  } finally {
    await refreshEffects(session)
  }
}
