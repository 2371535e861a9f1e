// A folder of files for a test, and retrieval over it; both are removed when the test ends.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { onTestFinished } from "vitest"
import { type RetrievalOptions, retrieval } from "../retrieval.ts"

export type Files = Readonly<Record<string, string | Uint8Array>>

export function folderWith(files: Files = {}): string {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "pawl-retrieval-")))
  onTestFinished(() => rmSync(top, { recursive: true, force: true }))
  write(top, files)
  return top
}

export function write(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

export async function opened(options: RetrievalOptions) {
  const provider = await retrieval(options)
  onTestFinished(() => provider.close())
  const signal = new AbortController().signal
  return {
    ...provider,
    /** What the model would see; "" for nothing. */
    async ask(said: string, workspace?: string): Promise<string> {
      const about = {
        session: "s",
        turn: 1,
        context: undefined,
        said,
        signal,
        ...(workspace !== undefined && { workspace }),
      }
      return String((await provider.fetch(about)) ?? "")
    },
    /** "a.md:1-3", best first. */
    async places(said: string): Promise<readonly string[]> {
      const text =
        (await provider.fetch({
          session: "s",
          turn: 1,
          context: undefined,
          said,
          workspace: options.folder,
          signal,
        })) ?? ""
      return [...String(text).matchAll(/^(?!> )(.+:\d+(?:-\d+)?)$/gm)].map(([, place = ""]) => place)
    },
  }
}

export function lines(count: number, text: (line: number) => string): string {
  return Array.from({ length: count }, (_, place) => `${text(place + 1)}\n`).join("")
}
