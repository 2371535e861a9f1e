// Opens folders and files of the workspace so that nothing outside can be reached, whatever other processes do meanwhile.
//
// On Linux it goes descriptor by descriptor: each folder is opened by its single name below the descriptor of its parent,
// with O_NOFOLLOW. "/proc/self/fd/N/name" is openat(N, name): the kernel goes from the magic link straight to the open
// folder, whatever its path is by now. So a link that appears between two steps is refused, and one that replaces a
// folder that is already open changes nothing. All later operations (open, rename, unlink, mkdir, lstat) name one entry
// of the open folder, and none of them follows a link there. On other systems lstat checks every step: that stops links,
// but not races.
import { existsSync, constants as flags } from "node:fs"
import { type FileHandle, lstat, mkdir, open } from "node:fs/promises"
import { join } from "node:path"
import { ToolFailure } from "../../tools/tool.ts"
import { fileProblem } from "./problems.ts"
import { namesOf, type Workspace } from "./workspace.ts"

/** An entry of a verified folder. It may not exist; if it is a symbolic link, it has not been followed. */
export interface Place {
  /** Relative to the workspace, for people and models. */
  readonly shown: string
  /** The verified folder; valid until the callback ends. */
  readonly folder: string
  /** Use it only with operations that do not follow links. */
  readonly path: string
}

export interface FolderOptions {
  /** Create missing folders on the way. */
  readonly make?: boolean
}

const OPEN_FOLDER = flags.O_RDONLY | (flags.O_DIRECTORY ?? 0) | (flags.O_NOFOLLOW ?? 0)
const HAS_DESCRIPTORS = process.platform === "linux" && existsSync("/proc/self/fd")

/** Calls `use` with a path that stands for the open folder. System errors become failures that name `path`. */
export async function withFolder<T>(
  workspace: Workspace,
  path: string,
  use: (folder: string, shown: string) => Promise<T>,
): Promise<T> {
  return within(workspace, namesOf(workspace, path), {}, use)
}

export async function withPlace<T>(
  workspace: Workspace,
  path: string,
  use: (place: Place) => Promise<T>,
  options: FolderOptions = {},
): Promise<T> {
  const names = namesOf(workspace, path)
  const name = names.at(-1)
  if (name === undefined) throw new ToolFailure("file-kind", `"${path}" is the workspace itself. Name a file in it.`)
  const shown = names.join("/")
  return within(workspace, names.slice(0, -1), options, async (folder) => {
    try {
      return await use({ shown, folder, path: join(folder, name) })
    } catch (error) {
      throw fileProblem(error, shown)
    }
  })
}

async function within<T>(
  { root }: Workspace,
  names: readonly string[],
  options: FolderOptions,
  use: (folder: string, shown: string) => Promise<T>,
): Promise<T> {
  const shown = names.join("/") || "."
  const walk = HAS_DESCRIPTORS ? walkByDescriptor : walkByName
  const folder = await walk(root, names, options).catch((error: unknown) => Promise.reject(fileProblem(error, shown)))
  try {
    return await use(folder.path, shown)
  } catch (error) {
    throw fileProblem(error, shown)
  } finally {
    await folder.close()
  }
}

interface OpenFolder {
  readonly path: string
  readonly close: () => Promise<void>
}

async function walkByDescriptor(root: string, names: readonly string[], options: FolderOptions): Promise<OpenFolder> {
  let handle = await open(root, OPEN_FOLDER)
  for (const name of names) {
    const parent = handle
    try {
      handle = await enter(`${pathOfDescriptor(parent)}/${name}`, options)
    } finally {
      await parent.close()
    }
  }
  return { path: pathOfDescriptor(handle), close: () => handle.close() }
}

export function pathOfDescriptor(handle: FileHandle): string {
  return `/proc/self/fd/${handle.fd}`
}

async function enter(path: string, options: FolderOptions): Promise<FileHandle> {
  if (options.make === true) await makeFolder(path)
  try {
    return await open(path, OPEN_FOLDER)
  } catch (error) {
    throw (await isLink(path)) ? linkError() : error
  }
}

async function walkByName(root: string, names: readonly string[], options: FolderOptions): Promise<OpenFolder> {
  let path = root
  for (const name of names) {
    path = join(path, name)
    if (options.make === true) await makeFolder(path)
    const stats = await lstat(path)
    if (stats.isSymbolicLink()) throw linkError()
    if (!stats.isDirectory()) throw systemError("ENOTDIR")
  }
  return { path, close: async () => {} }
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error
  })
}

/** Only for the wording of an error: opening by descriptor has decided already. */
async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  )
}

function linkError(): Error {
  return systemError("ELOOP")
}

export function systemError(code: string): Error {
  return Object.assign(new Error(code), { code })
}
