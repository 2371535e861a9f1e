// Where the menus of the composer open: above it where it stands at the end of a page, else below it.
import { createContext } from "react"

export const MenuSide = createContext<"above" | "below">("above")
