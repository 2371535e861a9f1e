import { expect, it } from "vitest"
import { readOptions } from "./options.ts"

const servers = { ingress: "http://127.0.0.1:8080", admin: "http://127.0.0.1:9070" }

it("reads a port, and what is left out", () => {
  expect(readOptions({ ...servers, ingress: "http://127.0.0.1:8080/", listen: 9080 })).toMatchObject({
    ...servers,
    listen: { port: 9080, host: "127.0.0.1", reusePort: false },
    service: "session",
    yieldAfterMs: 300_000,
  })
  expect(readOptions({ ...servers, listen: { port: 1, host: "::" } }).listen).toMatchObject({ port: 1, host: "::" })
  expect(readOptions(servers).listen).toBeUndefined()
})

it.each([
  [{ ingress: "127.0.0.1:8080" }, 'ingress: an address such as "http://127.0.0.1:8080"'],
  [{ admin: "" }, "admin: an address"],
  [{ address: "workers" }, "address: an address"],
  [{ listen: 70_000 }, "listen: a port from 0 to 65535"],
  [{ listen: { port: 1.5 } }, "listen: a port"],
  [{ service: "a/b" }, "service: letters, digits, _ and -"],
  [{ yieldAfterMs: 0 }, "yieldAfterMs: more than 0"],
  [{ identityKeys: ["secret"] }, 'identityKeys: "publickeyv1_..."'],
])("refuses %o", (wrong, problem) => {
  expect(() => readOptions({ ...servers, ...wrong })).toThrow(problem)
})
