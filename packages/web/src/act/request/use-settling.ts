// Sends a decision or an answer once; what the server refuses is shown, and nothing is settled. That it could not be reached is no
// news any more when it is back.
import { useState } from "react"
import { isUnreachable, problemWords } from "../../data/problem.ts"
import { useBack } from "../../data/use-back.ts"

interface State {
  readonly isBusy: boolean
  readonly error?: unknown
}

export function useSettling() {
  const [{ isBusy, error }, setState] = useState<State>({ isBusy: false })
  useBack(() => setState((now) => (isUnreachable(now.error) ? { isBusy: now.isBusy } : now)))
  const run = (work: () => Promise<void>) => {
    if (isBusy) return
    setState({ isBusy: true })
    work().catch((failure: unknown) => setState({ isBusy: false, error: failure }))
  }
  return { isBusy, problem: error === undefined ? undefined : problemWords(error), run }
}
