// Whether the person is an admin of the server.
import { standing } from "../../data/me.ts"
import { useSelected } from "../../data/use-observable.ts"

export function useIsAdmin(): boolean {
  return useSelected(standing, (now) => now.kind === "in" && now.me.role === "admin")
}
