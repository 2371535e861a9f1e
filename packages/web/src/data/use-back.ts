// Does something when the connection to the server is back.
import { useEffect, useRef } from "react"
import { connection } from "./client.ts"

export function useBack(then: () => void): void {
  const latest = useRef(then)
  latest.current = then
  useEffect(() => onBack(() => latest.current()), [])
}

/** Until the returned function is called. */
export function onBack(then: () => void): () => void {
  return connection.subscribe(() => {
    if (connection.get() === "open") then()
  })
}
