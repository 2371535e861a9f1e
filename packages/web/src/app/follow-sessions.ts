// Follows the list of sessions as long as the person is in. When the login has ended, the login page comes.
import { isOut, loadMe, standing } from "../data/me.ts"
import { followList, type Listed } from "../data/session-list.ts"
import { tellError } from "../ui/toasts.tsx"

/** A new login may be under way: when a token is replaced, and when the first user is added. */
const LOGIN_MS = 1500

export async function followSessions(signal: AbortSignal, listed?: Listed): Promise<void> {
  while (!signal.aborted) {
    try {
      return await followList(signal, listed)
    } catch (error) {
      if (!isOut(error)) return tellError(error)
      await new Promise((done) => setTimeout(done, LOGIN_MS))
      if (signal.aborted) return
      await loadMe()
      if (standing.get().kind !== "in") return
    }
  }
}
