// The body of a request is parsed once: hono parses the text anew for each who asks, and files come in it.
import type { Context } from "hono"
import type { Env } from "./route.ts"

/** From here on `c.req.json` gives the same value. Those who read it change nothing in it. */
export function parseOnce({ req }: Context<Env>): void {
  let parsed: Promise<unknown> | undefined
  const parse = req.json.bind(req)
  // The type of a caller is what that caller expects.
  req.json = (() => {
    parsed ??= parse()
    return parsed
  }) as typeof req.json
}
