// What the person chose about keys and notifications, in this browser.
import { Stored } from "./stored.ts"

const ON_OFF = ["on", "off"] as const

/** Keys without Ctrl. People who speak to their computer turn them off: a word would press several. */
export const singleKeys = new Stored("pawl.keys", ON_OFF, "on")

/** Off until the person asks for them: the browser allows the question only after a click. */
export const notifications = new Stored("pawl.notifications", ON_OFF, "off")
