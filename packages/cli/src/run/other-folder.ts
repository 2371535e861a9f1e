// Work that was begun in one folder goes on there: the same words, and what was allowed, mean other files elsewhere.
import { realpathSync } from "node:fs"
import type { SessionRow } from "@pawl/agent"
import type { Settings } from "../config/settings.ts"
import { badInput } from "../failure.ts"

type Where = Pick<Settings, "workspace">

export interface Placed {
  readonly workspace?: string | null
}

/** Whether its work belongs to this folder, or to none. */
export function isHere({ workspace }: Placed, where: Where): boolean {
  return (workspace ?? null) === null || workspace === realPath(where.workspace)
}

/** A turn that is under way, or waits to begin, must not go on in another folder. */
export function mustBeHere(row: SessionRow, where: Where): void {
  const { id, workspace, status, dueAt } = row
  const rests = (status === "idle" || status === "failed") && dueAt === null
  if (rests || isHere(row, where)) return
  throw badInput(
    `Session ${id} has work to finish in "${workspace}", and this is "${where.workspace}". Finish it there: pawl resume ${id} --cwd "${workspace}"`,
  )
}

/** What somebody should know who goes on elsewhere. */
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
