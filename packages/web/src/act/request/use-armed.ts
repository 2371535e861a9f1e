// A request takes no input in its first moments, nor right after others came or went: a key or click that was meant for
// something else must not settle it.
import { createContext, type KeyboardEvent, useContext, useEffect, useState } from "react"
import { useObservable } from "../../data/use-observable.ts"
import { shifts } from "./request-book.ts"

const QUIET_MS = 300
/** The second click of a double click comes within half a second. */
const SHIFTED_MS = 500

/** Whether the request has been shown long enough. */
export function useArmed(): boolean {
  const [isArmed, setArmed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), QUIET_MS)
    return () => clearTimeout(timer)
  }, [])
  return isArmed
}

/** Whether the requests of the page have stood still for long enough. */
export function useStill(): boolean {
  const count = useObservable(shifts)
  const [seen, setSeen] = useState(count)
  useEffect(() => {
    const timer = setTimeout(() => setSeen(count), SHIFTED_MS)
    return () => clearTimeout(timer)
  }, [count])
  return seen === count
}

/** What `useStill` says, for the buttons of a request that settle it. */
export const Still = createContext(true)

export function useIsStill(): boolean {
  return useContext(Still)
}

/** A key that is held down since before settles nothing. For the panel: it sees keys before its buttons do. */
export function ignoreRepeats(event: KeyboardEvent): void {
  const isButton = event.target instanceof HTMLButtonElement
  if (isButton && event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault()
}
