import Database from "better-sqlite3"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { queryOf } from "./query.ts"
import { searchable } from "./searchable.ts"

function finds(said: string, text: string): boolean {
  const query = queryOf(said)
  if (query === undefined) return false
  using db = disposable(new Database(":memory:"))
  db.exec("create virtual table words using fts5(text, tokenize='unicode61 remove_diacritics 2')")
  db.prepare("insert into words values (?)").run(searchable(text))
  return db.prepare("select 1 from words where words match ?").get(query.match) !== undefined
}

function disposable(db: Database.Database): Database.Database & Disposable {
  return Object.assign(db, { [Symbol.dispose]: () => void db.close() })
}

describe("a query", () => {
  it.each([
    ["How do I configure the proxy?", "Set PROXY in the environment."],
    ["where are the settings", "One setting at a time."],
    ["configured", "This configures it."],
    ["Wie ändere ich die Größe?", "GROESSE und Grösse"],
    ["Welche Einstellungen gibt es", "Die Einstellung heißt so."],
    ["heisst", "Sie heißt Anna"],
    ["café", "Cafe\u0301s in Paris"],
    ["github", "We use GitHub."],
    ["session", "const sessionHost = 1"],
    ["host", "const sessionHost = 1"],
    ["parse HTTP", "class HTTPServer"],
    ["server", "class HTTPServer"],
    ["setup id", "getUserID"],
    ["如何配置代理", "服务器配置说明"],
    ["配", "服务器配置说明"],
    ["プロキシの設定", "設定ファイル"],
    ["프록시 설정", "프록시를 설정한다"],
    ["कैसे करें विन्यास", "विन्यास फ़ाइल"],
    ["error 404", "404 means not found"],
    ["js", "a js file"],
  ])("%s finds %s", (said, text) => {
    expect(finds(said, text)).toBe(true)
  })

  it.each([
    ["js", "a json file"],
    ["proxy", "a prox"],
    ["Was ist das und wie geht das?", "was ist das und wie geht das"],
    ["thanks, great work!", "thanks, great work"],
    ["Danke, kannst du das bitte machen?", "kannst du das bitte machen danke"],
    ["Was bin ich?", "the bin folder"],
  ])("%s does not find %s", (said, text) => {
    expect(finds(said, text)).toBe(false)
  })

  it("keeps words that only German makes meaningless when nothing else is German", () => {
    expect(finds("bin folder", "/usr/bin")).toBe(true)
  })

  it.each(["", "   ", "?!", "the", "a b c", "😀"])("is undefined for %j", (said) => {
    expect(queryOf(said)).toBeUndefined()
  })

  it.each([
    'proxy" OR "secret',
    "proxy* NOT (setup",
    "NEAR(proxy setup)",
    "text:proxy",
    "proxy ^ AND OR NOT",
    "proxy'; drop table words; --",
    "- proxy + {setup}",
    "proxy\0setup",
  ])("takes no syntax from %s", (said) => {
    expect(finds(said, "about a proxy")).toBe(true)
    expect(queryOf(said)?.match).toMatch(/^("[\p{L}\p{N}]+"\*?( OR )?)+$/u)
  })

  it("never breaks SQLite's syntax, whatever is said", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (said) => {
        finds(said, said)
      }),
    )
  })

  it("stays small for a paste of a megabyte, and uses its beginning and its end", () => {
    const query = queryOf(`compilation ${"x1 y2 the ".repeat(100_000)} interpretation`)
    expect(query?.stems).toEqual(["compilatio", "x1", "y2", "interpretatio"])
    const many = Array.from({ length: 5000 }, (_, n) => `word${n}`).join(" ")
    expect(queryOf(many)?.stems).toHaveLength(32)
  })
})
