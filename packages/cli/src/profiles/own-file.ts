// Reads a user-defined profile: one small JSON file, checked against the published schema.
import { readFileSync } from "node:fs"
import { basename } from "node:path"
import type { OwnProfile } from "@pawl/agent"
import { readJsonObject } from "../config/read-file.ts"
import { badConfig } from "../failure.ts"
import { isBuiltIn } from "./chosen.ts"

const SCHEMA = new URL("../../schema/profile.schema.json", import.meta.url)

/** `foundAs`: the name it was found by. It must be the profile's own name, so that its sessions find it again. */
export async function readOwnProfile(path: string, foundAs?: string): Promise<OwnProfile> {
  const file = readJsonObject(path, "profile")
  if (file === undefined) throw unusable(path, "it is not there")
  const { $schema: _, ...given } = file
  const named = { name: basename(path).replace(/\.json$/, ""), ...given }
  const problems = await problemsOf(named)
  if (problems !== "") throw unusable(path, problems)
  const own = named as OwnProfile // The schema says so.
  if (isBuiltIn(own.name)) throw unusable(path, `its name "${own.name}" is that of a built-in profile`)
  if (foundAs !== undefined && own.name !== foundAs)
    throw unusable(path, `it is found as "${foundAs}" and says its name is "${own.name}"`)
  return own
}

export function readProfileSchema(): string {
  return readFileSync(SCHEMA, "utf8")
}

async function problemsOf(own: object): Promise<string> {
  const schema = JSON.parse(readProfileSchema()) as { readonly properties: object }
  const { schemaChecker } = await import("@pawl/agent")
  const problems = schemaChecker(schema as never, { root: "it" })(own)
  const allowed = Object.keys(schema.properties).filter((field) => field !== "$schema")
  // An unknown field is most often misspelled: then the list of fields helps more than the schema.
  const hint = problems.some((problem) => /^it: must not have/.test(problem)) ? ` (allowed: ${allowed.join(", ")})` : ""
  return `${problems.slice(0, 3).join("; ")}${hint}`
}

function unusable(path: string, why: string): Error {
  return badConfig(
    `The profile "${path}" cannot be used: ${why}. Correct it; "pawl config schema profile" says what may stand there.`,
  )
}
