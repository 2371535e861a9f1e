import { describe, expect, it } from "vitest"
import { Tail } from "./tail.ts"

const CRASH = `node:internal/modules/cjs/loader:1372
  throw err;
  ^

Error: Cannot find module 'sqlite3'
Require stack:
- /srv/index.js
    at Module._resolveFilename (node:internal/modules/cjs/loader:1369:15)
    at node:internal/main/run_main_module:36:49 {
  code: 'MODULE_NOT_FOUND',
  requireStack: [
    '/srv/index.js'
  ]
}

Node.js v24.0.0
`

describe("a server's last words", () => {
  it.each([
    ["", ""],
    ["one\ntwo\n\nthree\nfour\n", "two / three / four"],
    ["starting\nfatal: no such database\nbye\n", "fatal: no such database / bye"],
    [CRASH, "Error: Cannot find module 'sqlite3' / Require stack: / - /srv/index.js"],
    ["] \n}\nDone.\n", "Done."],
  ])("%j are reduced to the lines with content", (written, words) => {
    const tail = new Tail()
    tail.add(Buffer.from("of an earlier life: Error\n"))
    tail.startAnew()
    tail.add(Buffer.from(written))
    expect(tail.lastWords).toBe(words)
  })

  it("are limited in length, while all output is passed on", () => {
    const heard: string[] = []
    const tail = new Tail((text) => heard.push(text))
    for (let n = 0; n < 100; n++) tail.add(Buffer.from("é".repeat(1000)))
    expect(tail.lastWords.length).toBeLessThanOrEqual(400)
    expect(tail.text.length).toBe(16 * 1024)
    expect(heard.join("").length).toBe(100_000)
  })
})
