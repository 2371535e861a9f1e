// Draws a component again when a watched value changes.
import { useSyncExternalStore } from "react"
import type { Observable } from "./observable.ts"

type Watched<T> = Pick<Observable<T>, "get" | "subscribe">

export function useObservable<T>(source: Watched<T>): T {
  return useSyncExternalStore(source.subscribe, source.get)
}

/** A part of it: drawn again only when that part is another one. `select` must return the same object for the same value. */
export function useSelected<T, S>(source: Watched<T>, select: (value: T) => S): S {
  return useSyncExternalStore(source.subscribe, () => select(source.get()))
}
