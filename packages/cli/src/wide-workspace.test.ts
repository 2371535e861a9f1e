import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { expect, it, vi } from "vitest"
import { wideWorkspaceNote } from "./wide-workspace.ts"

it.each([
  ["/", "the whole file system"],
  [homedir(), "your home folder"],
  [`${homedir()}/.`, "your home folder"],
])("wideWorkspaceNote warns about %s: %s", (workspace, words) => expect(wideWorkspaceNote(workspace)).toContain(words))

it("wideWorkspaceNote warns about folders that hold the home folder, and not about those inside it", () => {
  expect(wideWorkspaceNote(dirname(homedir()))).toBeDefined()
  expect(wideWorkspaceNote(join(homedir(), "project"))).toBeUndefined()
  expect(wideWorkspaceNote(`${homedir()}-of-another`)).toBeUndefined()
})

it("wideWorkspaceNote does not warn when the home folder is unknown", () => {
  vi.stubEnv("HOME", "")
  expect(wideWorkspaceNote(process.cwd())).toBeUndefined()
  expect(wideWorkspaceNote("/")).toContain("the whole file system")
  vi.unstubAllEnvs()
})
