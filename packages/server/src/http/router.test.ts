// The handlers of a path without parameters are looked for once; those of any other each time.
import { describe, expect, it } from "vitest"
import { FixedPathsFirst } from "./router.ts"

function known(): FixedPathsFirst<string> {
  const router = new FixedPathsFirst<string>()
  router.add("ALL", "/*", "around")
  router.add("GET", "/sessions", "list")
  router.add("POST", "/sessions/import", "import")
  router.add("POST", "/sessions/:session", "change")
  return router
}

const handlersOf = (router: FixedPathsFirst<string>, method: string, path: string) =>
  router.match(method, path)[0].map(([handler]) => handler)

describe("the router", () => {
  it.each([
    ["GET", "/sessions", ["around", "list"]],
    ["POST", "/sessions", ["around"]],
    ["POST", "/sessions/import", ["around", "import", "change"]],
    ["POST", "/sessions/a", ["around", "change"]],
    ["GET", "/elsewhere", ["around"]],
  ])("finds the handlers of %s %s, also when it is asked again", (method, path, handlers) => {
    const router = known()
    expect(handlersOf(router, method, path)).toEqual(handlers)
    expect(handlersOf(router, method, path)).toEqual(handlers)
  })

  it("looks once for those of a path without parameters", () => {
    const router = known()
    expect(router.match("GET", "/sessions")).toBe(router.match("GET", "/sessions"))
    expect(router.match("POST", "/sessions/a")).not.toBe(router.match("POST", "/sessions/a"))
  })

  it("finds what was added after it was asked", () => {
    const router = known()
    router.match("GET", "/sessions")
    router.add("ALL", "/*", "late")
    expect(handlersOf(router, "GET", "/sessions")).toEqual(["around", "list", "late"])
  })

  it("does not keep every word that clients send as a method", () => {
    const router = known()
    for (let each = 0; each < 100; each++) router.match(`M${each}`, "/sessions")
    expect(router.match("M99", "/sessions")).not.toBe(router.match("M99", "/sessions"))
  })
})
