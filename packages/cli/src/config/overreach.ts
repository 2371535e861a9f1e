// Refuses settings that a project's file may not contain.
import { badConfig } from "../failure.ts"
import { listOf } from "./check-values.ts"
import type { Layers } from "./keys.ts"
import { isTree } from "./read-file.ts"

/** A folder that the user merely opened must neither switch off approvals nor bring a model that is a program. */
export function refuseOverreach({ project, user, paths }: Pick<Layers, "project" | "user" | "paths">): void {
  const models = [project.model, ...listOf(project.fallbacks ?? []), project.planner, project.router, project.judge]
  const programs = models.filter((model) => /^scripted:/.test(`${model}`))
  const plugins = listOf(project.plugins ?? [])
  const [overreach] = [
    ...(project.approve === "auto" || project.approve === "edits" ? [`approve: ${project.approve}`] : []),
    ...(project.approvalModes === undefined ? [] : ["approvalModes"]),
    ...(project.interruptedTools === "re-run" ? ["interruptedTools: re-run"] : []),
    ...["serve", "database", "restate"].filter((key) => project[key] !== undefined),
    ...programs.map((model) => `model: ${model}`),
    ...plugins.map((plugin) => `plugins: ${plugin}`),
    ...["maxCost", "prices"]
      .filter((key) => project[key] !== undefined)
      .map((key) => `${key}, which is about your money`),
    ...raisedLimits(project.limits, user.limits).map((limit) => `limits.${limit} above yours`),
    ...listOf(project.readOnlyFolders ?? []).map((folder) => `readOnlyFolders: ${folder}`),
  ]
  if (overreach === undefined) return
  throw badConfig(
    `The project's "${paths.project}" sets ${overreach}, which a project may not decide for you. Remove it there; if you want it, pass it as a flag or put it into "${paths.user}".`,
  )
}

/** The user's limits of what may be used: a project may set lower ones. */
function raisedLimits(project: unknown, user: unknown): readonly string[] {
  if (!isTree(project) || !isTree(user)) return []
  return ["turn", "session", "owner", "waiting"].flatMap((scope) => {
    const [theirs, mine] = [project[scope], user[scope]]
    if (!isTree(mine)) return []
    const given = isTree(theirs) ? theirs : {}
    return Object.keys(mine)
      .filter((name) => given[name] === undefined || Number(given[name]) > Number(mine[name]))
      .map((name) => `${scope}.${name}`)
  })
}
