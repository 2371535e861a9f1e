import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { report } from "./__fixtures__/report.ts"
import { writeSnapshot } from "./snapshot.ts"

const snapshot = { session: "01k9", at: "2026-11-15T09:10:11.123Z", ...report }
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-snapshot-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe("writeSnapshot", () => {
  it("writes the whole context as JSON, readable only for the owner (F30)", () => {
    const path = writeSnapshot(snapshot, "all.json", folder)
    expect(path).toBe(join(folder, "all.json"))
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(snapshot)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it("names the file after the session and the time unless a name is given", () => {
    expect(writeSnapshot(snapshot, "", folder)).toBe(join(folder, "pawl-context-01k9-2026-11-15T09-10-11.json"))
  })

  it("overwrites nothing, not even through a link", () => {
    const path = join(folder, "mine")
    writeFileSync(path, "mine")
    symlinkSync(path, join(folder, "link"))
    symlinkSync(join(folder, "nothing"), join(folder, "dangling"))
    for (const name of ["mine", path, "link", "dangling"])
      expect(() => writeSnapshot(snapshot, name, folder)).toThrow(/exists already and was not changed/)
    expect(readFileSync(path, "utf8")).toBe("mine")
  })

  it.each(["none/at/all.json", "/proc/pawl.json", "/dev/full/x"])(
    "says what to do when %s cannot be written",
    (name) => {
      expect(() => writeSnapshot(snapshot, name, folder)).toThrow(/cannot be written \(E[A-Z]+\)\. Name a file/)
    },
  )
})
