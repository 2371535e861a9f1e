// The connection of this tab to the server that sent the page.
import { type Client, connect } from "@pawl/client"
import { hearDate } from "./clock.ts"
import { Observable } from "./observable.ts"
import { resting } from "./resting.ts"

/** "lost" from the moment a stream breaks until it is connected again. */
export const connection = new Observable<"open" | "lost">("open")

/** Counts what the server refused: the person may do less, or more, than this tab knows. */
export const refused = new Observable(0)

export const client: Client = connect({
  url: location.origin,
  // Browsers allow six connections to a host: all streams of a tab share one socket, which does not count among them.
  socket: true,
  resting,
  fetch: async (...asked) => {
    const answer = await fetch(...asked)
    hearDate(answer.headers.get("date"))
    if (answer.status === 403) refused.update((count) => count + 1)
    return answer
  },
  onLost: () => connection.set("lost"),
  onBack: () => connection.set("open"),
})
