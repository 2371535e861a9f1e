// Notices commands that other processes enqueue.
import type { Store } from "../contracts/store.ts"

/**
 * When there may be new commands, reads the inbox arrivals and wakes their sessions, soon after they are durable. `from`: the place
 * of the last one that somebody else sees to.
 */
export function watchOtherProcesses(
  store: Store,
  wake: (session: string, place: number) => Promise<void>,
  from = 0,
): () => void {
  let place = from
  let looking = false
  let again = false
  const look = async () => {
    again = true
    if (looking) return
    looking = true
    try {
      while (again) {
        again = false
        for (const arrival of await store.inbox.arrivals(place)) {
          place = Math.max(place, arrival.place)
          await wake(arrival.session, arrival.place)
        }
      }
    } catch {
      // A failed look is made up for by the next one, or by the sweep.
    } finally {
      looking = false
    }
  }
  return store.watch(look, "commands")
}
