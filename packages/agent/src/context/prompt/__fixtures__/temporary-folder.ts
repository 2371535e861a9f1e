// Creates a folder with the given files, and removes it after the test.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { onTestFinished } from "vitest"

export interface TemporaryFolder {
  readonly path: string
  at(name: string): string
  write(name: string, content: string | Uint8Array): void
}

export function temporaryFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): TemporaryFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "pawl-prompt-")))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  const at = (name: string) => join(path, name)
  const write = (name: string, content: string | Uint8Array) => {
    mkdirSync(dirname(at(name)), { recursive: true })
    writeFileSync(at(name), content)
  }
  for (const [name, content] of Object.entries(files)) write(name, content)
  return { path, at, write }
}
