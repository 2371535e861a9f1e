// Who the person is to the server, and what the server offers: loaded once, and again after a login.
import type { Me } from "@pawl/client"
import { client, refused } from "./client.ts"
import { Observable } from "./observable.ts"
import { setUser } from "./own.ts"

export type Standing =
  | { readonly kind: "loading" }
  | { readonly kind: "in"; readonly me: Me }
  /** `wasIn`: until a moment ago, and did not log out. */
  | { readonly kind: "out"; readonly wasIn: boolean }
  | { readonly kind: "failed"; readonly error: unknown }

export const standing = new Observable<Standing>({ kind: "loading" })

export async function loadMe(): Promise<void> {
  try {
    const me = await client.me()
    // What the page holds in memory belongs to the one before.
    if (setUser(me.user)) location.reload()
    standing.set({ kind: "in", me })
  } catch (error) {
    const wasIn = standing.get().kind === "in"
    standing.set(isOut(error) ? { kind: "out", wasIn } : { kind: "failed", error })
  }
}

/** What a person may do can change while the page is open. */
refused.subscribe(async () => {
  const me = await client.me().catch(() => undefined)
  if (me !== undefined && standing.get().kind === "in") standing.set({ kind: "in", me })
})

/** The server does not know who asks. */
export function isOut(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "not-authenticated"
}
