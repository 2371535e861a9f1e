// Whether the person may settle requests at all.
import { standing } from "../../data/me.ts"
import { useObservable } from "../../data/use-observable.ts"

export function useMayDecide(): boolean {
  const now = useObservable(standing)
  return now.kind === "in" && now.me.role !== "viewer"
}
