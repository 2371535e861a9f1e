import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { completePath } from "./complete-path.ts"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-complete-"))
  mkdirSync(join(folder, "shots"))
  mkdirSync(join(folder, "my shots"))
  for (const name of ["report.pdf", "read me.md", "shots/a.png", "shots/b.png", ".hidden"])
    writeFileSync(join(folder, name), "")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("completePath", () => {
  it.each<readonly [string, readonly string[], string]>([
    ["see @rep", ["@report.pdf"], "@rep"],
    ["@", ['@"my shots/', '@"read me.md"', "@report.pdf", "@shots/"], "@"],
    ["see @re", ['@"read me.md"', "@report.pdf"], "@re"],
    ["see @shots/", ["@shots/a.png", "@shots/b.png"], "@shots/"],
    ['see @"read', ['@"read me.md"'], '@"read'],
    ["@.h", ["@.hidden"], "@.h"],
    ["@report.pdf, @read", ['@"read me.md"'], "@read"],
    ['@"read me.md" (@shots/b', ["@shots/b.png"], "@shots/b"],
    ["@nothing", [], "@nothing"],
    ["@gone/x", [], "@gone/x"],
    ["see rep", [], "see rep"],
    ["me@rep", [], "me@rep"],
    ["@report.pdf and", [], "@report.pdf and"],
  ])("after %j offers %j", (line, words, replaced) => {
    expect(completePath(line, folder)).toEqual([words, replaced])
  })
})
