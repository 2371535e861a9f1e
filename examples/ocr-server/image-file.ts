// Reads a file of the folder by a path from the model. Returns its bytes, or a sentence that says why not.
import { readFile, realpath, stat } from "node:fs/promises"
import { isAbsolute, relative, resolve, sep } from "node:path"

const MAX_BYTES = 20_000_000

export type ImageFile = { readonly bytes: Buffer } | { readonly problem: string }

export async function readImage(folder: string, path: string): Promise<ImageFile> {
  const root = await realpath(folder)
  // Use the real path, because a link inside the folder may lead out of it.
  const file = await realpath(resolve(root, path)).catch(() => undefined)
  // The same answer for a missing file and for one outside, so that it reveals nothing about files outside.
  if (file === undefined || !isInside(root, file))
    return { problem: `There is no file "${path}" in the folder ${root}.` }
  const stats = await stat(file)
  if (stats.isDirectory()) return { problem: `"${path}" is a folder, not a picture.` }
  if (!stats.isFile()) return { problem: `"${path}" is not a regular file.` }
  if (stats.size > MAX_BYTES) {
    return { problem: `"${path}" has ${stats.size} bytes; pictures of up to ${MAX_BYTES} are read.` }
  }
  return { bytes: await readFile(file) }
}

function isInside(root: string, file: string): boolean {
  const way = relative(root, file)
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
