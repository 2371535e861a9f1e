// Ctrl-V: keeps the image of the clipboard as a file, which the message names.
import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeFolders } from "../folders.ts"
import { world } from "../world.ts"

/** Programs that print the image of the clipboard: of Wayland, X11 and macOS. */
const READERS: readonly (readonly [program: string, ...words: readonly string[]])[] = [
  ["wl-paste", "--no-newline", "--type", "image/png"],
  ["xclip", "-selection", "clipboard", "-t", "image/png", "-o"],
  ["pngpaste", "-"],
]
const PNG = Buffer.from("\u0089PNG\r\n\u001a\n", "latin1")
const MOST_BYTES = 20 * 1024 * 1024
const WAIT_MS = 3000

export type Pasted = { readonly path: string } | { readonly problem: string }

export async function pastedImage(folder: string): Promise<Pasted> {
  const found = await Promise.all(READERS.map(printed))
  const image = found.find((bytes) => bytes?.subarray(0, PNG.length).equals(PNG) === true)
  if (image === undefined) return { problem: found.every((bytes) => bytes === undefined) ? NO_READER : NO_IMAGE }
  const path = join(folder, `image-${createHash("sha256").update(image).digest("hex").slice(0, 12)}.png`)
  makeFolders(folder)
  writeFileSync(path, image, { mode: 0o600 })
  return { path }
}

const NO_READER =
  "An image cannot be pasted without wl-paste (Wayland), xclip (X11) or pngpaste (macOS). Install one, or write @FILE."
const NO_IMAGE = "There is no image in the clipboard. Text is pasted with the terminal's own key."

/** Undefined when there is no such program. */
function printed([program, ...words]: (typeof READERS)[number]): Promise<Buffer | undefined> {
  const how = { encoding: "buffer", maxBuffer: MOST_BYTES, timeout: WAIT_MS, env: world().env } as const
  return new Promise((resolve) => {
    execFile(program, words, how, (error, stdout) =>
      resolve(error !== null && "code" in error && error.code === "ENOENT" ? undefined : stdout),
    )
  })
}
