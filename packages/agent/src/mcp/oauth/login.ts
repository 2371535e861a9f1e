// A login to an HTTP server by a browser on this machine, as MCP specifies it: discovery, registration where there is none,
// PKCE, a browser, and a redirect to this machine. The tokens are stored, and refreshed while the agent works.
import { randomBytes } from "node:crypto"
import { defined } from "../../base/defined.ts"
import type { HttpServer } from "../config.ts"
import { credentialFile } from "./credentials.ts"
import { loopback } from "./loopback.ts"
import { beginLogin, finishLogin, type LoginStep } from "./two-steps.ts"

/** Where a login is kept, and how its page is shown. */
export interface LoginOptions extends LoginStep {
  /** Shows the login page to the user: prints its address, or opens a browser. */
  readonly show: (url: string) => void | Promise<void>
  /** Aborting it cancels the login. */
  readonly signal?: AbortSignal
}

/** `not-needed`: the server requires no login. */
export type LoginOutcome = "logged-in" | "not-needed"

export async function login(server: HttpServer, options: LoginOptions): Promise<LoginOutcome> {
  const { folder, show, signal } = options
  const state = randomBytes(24).toString("base64url")
  const back = await loopback(state, server.oauth?.redirectPort ?? credentialFile(folder, server).read().redirectPort)
  try {
    const step = { folder, ...defined({ fetch: options.fetch }) }
    const begun = await beginLogin(server, { ...step, redirectUrl: back.redirectUrl, state, ...defined({ signal }) })
    if (begun.kind !== "page") return begun.kind
    await show(begun.url)
    await finishLogin(server, { ...step, pending: begun.pending, answer: await abortable(back.answer, signal) })
    return "logged-in"
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    back.close()
  }
}

/** Returns false when there was no login to delete. */
export function logout(server: HttpServer, { folder }: Pick<LoginOptions, "folder">): boolean {
  return credentialFile(folder, server).forget()
}

function abortable<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return promise
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error("the login was cancelled", { cause: signal.reason }))
    if (signal.aborted) return stop()
    signal.addEventListener("abort", stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop))
  })
}
