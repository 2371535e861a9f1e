import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { expect, it, vi } from "vitest"
import { wideWorkspaceNote } from "./wide-workspace.ts"

it.each([
  ["/", "the whole file system"],
  [homedir(), "your home folder"],
  [`${homedir()}/.`, "your home folder"],
])("warns about %s: %s", (workspace, words) => expect(wideWorkspaceNote(workspace)).toContain(words))

it("warns about what holds the home folder, and not about what is in it", () => {
  expect(wideWorkspaceNote(dirname(homedir()))).toBeDefined()
  expect(wideWorkspaceNote(join(homedir(), "project"))).toBeUndefined()
  expect(wideWorkspaceNote(`${homedir()}-of-another`)).toBeUndefined()
})

it("takes no folder for a home that is not known", () => {
  vi.stubEnv("HOME", "")
  expect(wideWorkspaceNote(process.cwd())).toBeUndefined()
  expect(wideWorkspaceNote("/")).toContain("the whole file system")
  vi.unstubAllEnvs()
})
