import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { vectorCache } from "./vector-cache.ts"

const folder = mkdtempSync(join(tmpdir(), "pawl-vectors-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const vector = Float32Array.from([0.25, -1, 3])

describe("vectorCache", () => {
  it("keeps vectors for the next process, and skips a line that a crash cut short", () => {
    const file = join(folder, "deep", "vectors")
    vectorCache(file).put([{ text: "one", vector }])
    appendFileSync(file, "0123456789abcdef0123456789abcdef AAA")
    vectorCache(file).put([{ text: "two", vector }])
    const again = vectorCache(file)
    expect(again.get("one")).toEqual(vector)
    expect(again.get("three")).toBeUndefined()
  })

  it("works in memory when the file cannot be written", () => {
    const file = join(folder, "file")
    writeFileSync(file, "")
    const cache = vectorCache(join(file, "vectors"))
    cache.put([{ text: "one", vector }])
    expect(cache.get("one")).toEqual(vector)
  })
})
