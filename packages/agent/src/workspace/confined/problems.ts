// Turns file errors into failures that a model can act on: with the path as it was given, without stack or other details
// of the machine.
import { ToolFailure } from "../../tools/tool.ts"

/** The failure for what a file operation threw; `path` is relative to the workspace. */
export function fileProblem(error: unknown, path: string): Error {
  if (error instanceof ToolFailure) return error
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined
  if (code === undefined) return error instanceof Error ? error : new Error(String(error))
  const known = PROBLEMS[code]
  if (known === undefined)
    return new ToolFailure("file-failed", `"${path}" cannot be used: the system reports ${code}.`)
  const [kind, message] = known
  return new ToolFailure(kind, message(`"${path}"`))
}

type Problem = readonly [kind: string, message: (path: string) => string]

const denied: Problem = [
  "permission-denied",
  (path) => `The permissions of ${path} or of its folder do not allow this. Ask the user to change them.`,
]
const full: Problem = ["disk-full", (path) => `There is no space left for ${path}. Nothing was changed. Tell the user.`]
const special: Problem = [
  "file-special",
  (path) => `${path} is a device, pipe or socket. File tools use regular files and folders only.`,
]

const PROBLEMS: Readonly<Record<string, Problem>> = {
  ENOENT: ["file-missing", (path) => `There is no ${path} in the workspace. See what there is with list_directory.`],
  EACCES: denied,
  EPERM: denied,
  EROFS: ["permission-denied", (path) => `${path} is on a read-only file system. It can be read, not changed.`],
  ENOTDIR: [
    "file-kind",
    (path) => `${path} is not a folder, or its path goes through a file. Check it with list_directory.`,
  ],
  EISDIR: ["file-kind", (path) => `${path} is a folder, not a file. Use list_directory to see what is in it.`],
  ELOOP: [
    "symbolic-link",
    (path) =>
      `${path} is, or leads through, a symbolic link. File tools follow no links: use the path of the real file.`,
  ],
  ENXIO: special,
  ENODEV: special,
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: full,
  ENAMETOOLONG: ["path-invalid", (path) => `The name of ${path} is too long. Use a shorter one.`],
  EEXIST: ["file-exists", (path) => `${path} exists already. Choose another name, or delete it first.`],
  ENOTEMPTY: ["folder-not-empty", (path) => `The folder ${path} is not empty. Delete what is in it first.`],
  EXDEV: ["file-failed", (path) => `${path} is on another file system. Copy it with run_command instead of moving it.`],
  EINVAL: ["path-invalid", (path) => `${path} cannot be used like this: a folder cannot go into itself.`],
  EMFILE: ["file-failed", (path) => `${path} cannot be opened: too many files are open. Try again.`],
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT"
}
