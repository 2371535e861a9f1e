// Keeps the tabs of this browser of one mind: the language, and who is logged in.
import { loadLanguage } from "../i18n/words.ts"
import { tellError } from "../ui/toasts.tsx"

const LANGUAGE = "pawl.language"

/** One for the whole page: a channel hears all others of its name, also those of the same page, but not itself. */
const logins = new BroadcastChannel("pawl.logins")

/** Until the returned function is called. */
export function followTabs(): () => void {
  // What a page holds belongs to the person who was in before.
  logins.onmessage = () => location.reload()
  const onStored = (event: StorageEvent) => {
    if (event.key === LANGUAGE || event.key === null) loadLanguage().catch(tellError)
  }
  window.addEventListener("storage", onStored)
  return () => {
    logins.onmessage = null
    window.removeEventListener("storage", onStored)
  }
}

/** The person logged in, out, or as another user: all other tabs begin anew. */
export function tellOtherTabs(): void {
  logins.postMessage("changed")
}
