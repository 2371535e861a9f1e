// A turn goes on in the folder it began in: elsewhere the same paths and grants would mean other files.
import { realpathSync } from "node:fs"
import type { SessionRow } from "@pawl/agent"
import type { Settings } from "../config/settings.ts"
import { badInput } from "../failure.ts"

type Where = Pick<Settings, "workspace">

export interface Placed {
  readonly workspace?: string | null
}

/** Whether the session belongs to this folder, or to none. */
export function isHere({ workspace }: Placed, where: Where): boolean {
  return (workspace ?? null) === null || workspace === realPath(where.workspace)
}

/** Refuses to continue a running or queued turn in another folder. */
export function mustBeHere(row: SessionRow, where: Where): void {
  const { id, workspace, status, dueAt } = row
  const rests = (status === "idle" || status === "failed") && dueAt === null
  if (rests || isHere(row, where)) return
  throw badInput(
    `Session ${id} has an unfinished turn in "${workspace}", but this is "${where.workspace}". Finish it there: pawl resume ${id} --cwd "${workspace}"`,
  )
}

/** A note for a user who continues a session in another folder. */
export function elsewhereNote(row: SessionRow, where: Where): string | undefined {
  if (isHere(row, where)) return undefined
  return `Session ${row.id} worked in "${row.workspace}" until now; from here on its tools work in "${where.workspace}".`
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
