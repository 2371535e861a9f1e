// Settings of the server that an admin may change while it runs: the environment wins over the database, and that over the default.
import { HttpError } from "../http/envelope.ts"
import type { Records } from "../records.ts"

export interface ServerSetting {
  readonly name: string
  readonly description: string
  /** The environment variable that sets it, and locks it. */
  readonly variable: string
  readonly value: number | string
  readonly from: "environment" | "stored" | "default"
  /** Why the value cannot be used. */
  readonly problem?: string
}

interface Row {
  readonly description: string
  readonly otherwise: number | string
}

const ROWS = {
  "cleanup.everyHours": { description: "How often old sessions are cleaned up; 0: only when asked.", otherwise: 0 },
  "cleanup.stuckAfterMinutes": {
    description: "Turns without a sign of life for so long are failed, where the profile fails them; 0: never.",
    otherwise: 5,
  },
  "cleanup.archiveAfterDays": { description: "Sessions that rest for so long are archived; 0: never.", otherwise: 30 },
  "cleanup.deleteAfterDays": { description: "Sessions archived for so long are removed; 0: never.", otherwise: 90 },
  "imports.maxMegabytes": { description: "How large one import over HTTP may be.", otherwise: 64 },
  "audit.keepDays": {
    description:
      "A cleanup removes what the audit has kept for so long; 0: never. Without cleanup.everyHours only when asked.",
    otherwise: 400,
  },
  notice: { description: "A line that the status shows to everybody.", otherwise: "" },
} as const satisfies Readonly<Record<string, Row>>

export type SettingName = keyof typeof ROWS
export const SETTING_NAMES = Object.keys(ROWS) as [SettingName, ...SettingName[]]

const KIND = "setting"

export type Environment = Readonly<Record<string, string | undefined>>

export async function settingsIn(records: Records, env: Environment): Promise<readonly ServerSetting[]> {
  return Promise.all(SETTING_NAMES.map((name) => settingIn(name, records, env)))
}

export async function settingIn(name: SettingName, records: Records, env: Environment): Promise<ServerSetting> {
  const { description, otherwise } = ROWS[name]
  const variable = variableOf(name)
  const about = { name, description, variable }
  const given = env[variable]
  if (given !== undefined && given !== "") return { ...about, ...readGiven(name, given), from: "environment" }
  const stored = await records.get(KIND, name)
  if (stored !== undefined) return { ...about, value: stored.value as number | string, from: "stored" }
  return { ...about, value: otherwise, from: "default" }
}

export async function numberIn(name: SettingName, records: Records, env: Environment): Promise<number> {
  return Number(readValue(name, (await settingIn(name, records, env)).value))
}

export async function storeSetting(
  name: SettingName,
  value: number | string,
  { records, env }: { readonly records: Records; readonly env: Environment },
): Promise<void> {
  refuseLocked(name, env)
  await records.put(KIND, name, readValue(name, value))
}

export async function dropSetting(
  name: SettingName,
  { records, env }: { readonly records: Records; readonly env: Environment },
): Promise<void> {
  refuseLocked(name, env)
  await records.remove(KIND, name)
}

/** What is wrong with the settings in the environment, one sentence each: for a program to refuse to start. */
export function environmentProblems(env: Environment): readonly string[] {
  return SETTING_NAMES.flatMap((name) => {
    const variable = variableOf(name)
    const given = env[variable] ?? ""
    const { problem } = given === "" ? {} : readGiven(name, given)
    return problem === undefined ? [] : [`${variable} is "${given}", but ${problem}`]
  })
}

function readGiven(name: SettingName, given: string): Pick<ServerSetting, "value" | "problem"> {
  try {
    return { value: readValue(name, given) }
  } catch (error) {
    return { value: given, problem: error instanceof Error ? error.message : String(error) }
  }
}

/** "cleanup.everyHours" is PAWL_SERVE_CLEANUP_EVERY_HOURS. */
function variableOf(name: string): string {
  return `PAWL_SERVE_${name
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .replace(/\W/g, "_")
    .toUpperCase()}`
}

function refuseLocked(name: SettingName, env: Environment): void {
  const variable = variableOf(name)
  if ((env[variable] ?? "") === "") return
  const message = `The setting "${name}" is locked: the environment variable ${variable} sets it. Change or unset the variable.`
  throw new HttpError(409, "setting-locked", message)
}

function readValue(name: SettingName, value: number | string): number | string {
  if (typeof ROWS[name].otherwise === "string") return String(value).slice(0, 1000)
  const number = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value)
  if (Number.isFinite(number) && number >= 0) return number
  throw new HttpError(400, "input-invalid", `"${name}" is a number of at least 0; 0 switches it off.`)
}
