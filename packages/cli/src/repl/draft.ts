// Keeps what is typed and not sent on disk, so that it is there again after a crash or a closed window.
import { createHash } from "node:crypto"
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeFolders } from "../folders.ts"
import { isMarkOfLiving, processMark } from "./process-mark.ts"

/** A text of usual length is written with every key. */
const SHORT_CHARS = 10_000
/** A longer one, and that there is none any more, a moment later: what was sent is durable before its draft is gone. */
const WRITE_MS = 200

export class Draft {
  readonly #folder: string
  /** Of this workspace; a process adds its mark, so that two of them do not write to one file. */
  readonly #name: string
  readonly #path: string
  readonly #clean: (text: string) => string
  #writing: NodeJS.Timeout | undefined
  #text = ""

  /** `clean` removes secrets. */
  constructor(folder: string, workspace: string, clean: (text: string) => string, mark = processMark()) {
    this.#folder = folder
    this.#name = createHash("sha256").update(workspace).digest("hex").slice(0, 16)
    this.#path = join(folder, `${this.#name}.${mark}`)
    this.#clean = clean
  }

  /** The newest draft of a process that is gone: it is this one's from now on. Older ones stay for the next starts. */
  read(): string {
    const left = this.#left()
    if (left === undefined) return ""
    try {
      renameSync(left, this.#path)
      return readFileSync(this.#path, "utf8")
    } catch {
      return ""
    }
  }

  #left(): string | undefined {
    try {
      const files = readdirSync(this.#folder).filter((file) => file.startsWith(`${this.#name}.`) && isLeft(file))
      const paths = files.map((file) => join(this.#folder, file))
      return paths.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0]
    } catch {
      // There are none, or another process took one at this moment.
      return undefined
    }
  }

  keep(text: string): void {
    this.#text = text
    this.#writing ??= setTimeout(() => this.flush(), WRITE_MS)
    if (text !== "" && text.length <= SHORT_CHARS) this.flush()
  }

  flush(): void {
    if (this.#writing === undefined) return
    clearTimeout(this.#writing)
    this.#writing = undefined
    try {
      makeFolders(this.#folder)
      if (this.#text === "") rmSync(this.#path, { force: true })
      else this.#write(this.#clean(this.#text))
    } catch {
      // A full disk must not stop the conversation.
    }
  }

  /** In one step: a kill in the middle leaves the text before. */
  #write(text: string): void {
    const half = `${this.#path}.new`
    writeFileSync(half, text, { mode: 0o600 })
    renameSync(half, this.#path)
  }
}

/** Its process is gone. A file that was only half written has another ending. */
function isLeft(file: string): boolean {
  const [, mark] = /\.(\d+(?:-\d+)?)$/.exec(file) ?? []
  return mark !== undefined && !isMarkOfLiving(mark)
}
