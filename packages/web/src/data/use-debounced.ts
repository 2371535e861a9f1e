// A value that follows another one once that has rested for a while.
import { useEffect, useState } from "react"

export function useDebounced<T>(value: T, restMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), restMs)
    return () => clearTimeout(timer)
  }, [value, restMs])
  return settled
}
