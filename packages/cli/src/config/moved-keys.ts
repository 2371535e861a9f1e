// Keys that had another name before: what to write now.
import { isTree, type Tree } from "./read-file.ts"

const MOVED: Readonly<Record<string, string>> = {
  maxMessageChars: "message.chars",
  maxFiles: "session.files",
  maxActiveSessions: "owner.activeSessions",
  maxSessions: "owner.sessions",
}

export function movedKeys({ limits }: Tree): readonly string[] {
  if (!isTree(limits)) return []
  return Object.keys(MOVED)
    .filter((name) => Object.hasOwn(limits, name))
    .map((name) => `limits.${name} is now limits.${MOVED[name]}`)
}
