// How the frame stands: whether the sidebar is open on a small screen, and whether it is folded on a large one.
import { Observable } from "../data/observable.ts"
import { readStored, writeStored } from "../data/storage.ts"

const FOLDED = "pawl.sidebar"

export const shell = new Observable({ isDrawerOpen: false, isFolded: readStored(FOLDED) === "folded" })

export function openDrawer(isDrawerOpen: boolean): void {
  shell.update((now) => ({ ...now, isDrawerOpen }))
}

export function foldSidebar(isFolded: boolean): void {
  writeStored(FOLDED, isFolded ? "folded" : "open")
  shell.update((now) => ({ ...now, isFolded }))
}
