// The turns of a list that are drawn: the last ones at once, those before them a turn a frame.
import { useEffect, useState } from "react"
import { nextFirst } from "./arriving.ts"

interface Arriving<T> {
  readonly drawn: readonly T[]
  /** None is on its way. */
  readonly isWhole: boolean
}

export function useArriving<T extends { readonly turn: number }>(turns: readonly T[]): Arriving<T> {
  const [from, setFrom] = useState(() => nextFirst(turns, undefined))
  const first = from !== undefined && turns.some(({ turn }) => turn >= from) ? from : nextFirst(turns, undefined)
  const drawn = first === undefined ? turns : turns.filter(({ turn }) => turn >= first)
  const isWhole = drawn.length === turns.length
  useEffect(() => {
    if (isWhole) return
    const frame = requestAnimationFrame(() => setFrom(nextFirst(turns, first)))
    return () => cancelAnimationFrame(frame)
  }, [turns, first, isWhole])
  return { drawn, isWhole }
}
