// What a page needs of the session that it opens with: its row, and its last turns. It is asked for as soon as the address is known:
// before it is known who is in, and before the code that shows it is there.
import type { Operations } from "@pawl/client"
import { client } from "./client.ts"

export interface Opening {
  readonly row: Promise<Operations["sessions.get"]["answer"]>
  readonly turns: Promise<Operations["look.transcript"]["answer"]>
}

/** They fill a screen or two. */
const FIRST_TURNS = 10

const asked = new Map<string, Opening>()

export function askEarly(session: string): void {
  const opening = ask(session)
  asked.set(session, opening)
  // Who is not in is asked to log in: then it is another question.
  Promise.all([opening.row, opening.turns]).catch(() => asked.delete(session))
}

/** An early answer is good for one page: a later one wants to know what came since. */
export function openingOf(session: string): Opening {
  const early = asked.get(session)
  asked.delete(session)
  return early ?? ask(session)
}

function ask(session: string): Opening {
  const params = { session }
  return {
    row: client.call("sessions.get", { params }),
    turns: client.call("look.transcript", { params, query: { last: FIRST_TURNS } }),
  }
}
