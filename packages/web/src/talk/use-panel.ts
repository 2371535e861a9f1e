// The side panel of a session: open or not.
import { useState } from "react"
import { readStored, writeStored } from "../data/storage.ts"

const PANEL = "pawl.panel"

/** Whether the side panel is open, remembered by this browser. On a phone it covers the page: there it begins closed. */
export function usePanel() {
  const [isOpen, setOpen] = useState(() => readStored(PANEL) === "open" && innerWidth >= 1024)
  const set = (next: boolean) => {
    writeStored(PANEL, next ? "open" : "closed")
    setOpen(next)
  }
  return { isOpen, toggle: () => set(!isOpen), open: () => set(true) }
}
