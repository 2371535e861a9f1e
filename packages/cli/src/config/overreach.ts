// Refuses settings that a project's file may not contain.
import { badConfig } from "../failure.ts"
import { listOf } from "./check-values.ts"
import type { Layers } from "./keys.ts"
import type { Tree } from "./read-file.ts"

/** A folder that the user merely opened must neither switch off approvals nor bring a model that is a program. */
export function refuseOverreach(project: Tree, paths: Layers["paths"]): void {
  const models = [project.model, ...listOf(project.fallbacks ?? []), project.planner, project.router, project.judge]
  const programs = models.filter((model) => /^scripted:/.test(`${model}`))
  const plugins = listOf(project.plugins ?? [])
  const [overreach] = [
    ...(project.approve === "auto" ? ["approve: auto"] : []),
    ...(project.interruptedTools === "re-run" ? ["interruptedTools: re-run"] : []),
    ...programs.map((model) => `model: ${model}`),
    ...plugins.map((plugin) => `plugins: ${plugin}`),
    ...listOf(project.readOnlyFolders ?? []).map((folder) => `readOnlyFolders: ${folder}`),
  ]
  if (overreach === undefined) return
  throw badConfig(
    `The project's "${paths.project}" sets ${overreach}, which a project may not decide for you. Remove it there; if you want it, pass it as a flag or put it into "${paths.user}".`,
  )
}
