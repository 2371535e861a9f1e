// Loads what a component shows, again when `key` changes or `reload` is called. Late answers to older questions are dropped.
import { useCallback, useEffect, useRef, useState } from "react"

export interface Loaded<T> {
  readonly value: T | undefined
  readonly error: unknown
  readonly isLoading: boolean
  readonly reload: () => void
}

export function useLoaded<T>(load: () => Promise<T>, key: string): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, "reload">>({ value: undefined, error: undefined, isLoading: true })
  const [turn, setTurn] = useState(0)
  const latest = useRef(load)
  latest.current = load
  // biome-ignore lint/correctness/useExhaustiveDependencies: key and turn say when to load again.
  useEffect(() => {
    let isLate = false
    setState((now) => ({ ...now, isLoading: true, error: undefined }))
    latest.current().then(
      (value) => !isLate && setState({ value, error: undefined, isLoading: false }),
      (error: unknown) => !isLate && setState((now) => ({ ...now, error, isLoading: false })),
    )
    return () => {
      isLate = true
    }
  }, [key, turn])
  const reload = useCallback(() => setTurn((now) => now + 1), [])
  return { ...state, reload }
}
