// Lists and explains all profiles: the built-in ones and the user-defined ones.
import type { OwnProfile } from "@pawl/agent"
import { PROFILE_LINES, type ProfileName } from "@pawl/agent/profiles"
import { oneLine } from "../failure.ts"
import { BEHAVIOUR, type Behaviour } from "./behaviour.ts"
import { BUILT_IN, type ChosenProfile, isBuiltIn, nameInFolder, ownProfileNames, ownProfilePath } from "./chosen.ts"
import { readOwnProfile } from "./own-file.ts"

export interface ListedProfile {
  readonly name: string
  readonly about: string
  /** "built in", or the file. */
  readonly from: string
  /** Why it cannot be used. */
  readonly problem?: string
}

export async function listedProfiles(folder: string): Promise<readonly ListedProfile[]> {
  const ours = BUILT_IN.map((name) => ({ name, about: PROFILE_LINES[name], from: "built in" }))
  const own = ownProfileNames(folder).map(async (name): Promise<ListedProfile> => {
    const from = ownProfilePath(folder, name)
    try {
      return { name, about: aboutOwn(await readOwnProfile(from, name)), from }
    } catch (error) {
      return { name, about: "", from, problem: oneLine(error) }
    }
  })
  return [...ours, ...(await Promise.all(own))]
}

/** Undefined when the profile no longer exists. */
export async function aboutProfile(name: string, folder: string): Promise<string | undefined> {
  if (isBuiltIn(name)) return PROFILE_LINES[name]
  return (await listedProfiles(folder)).find((each) => each.name === name && each.problem === undefined)?.about
}

type Sampling = NonNullable<OwnProfile["sampling"]>

export interface ExplainedProfile extends ListedProfile, Behaviour {
  /** Only for a user-defined profile. */
  readonly base?: ProfileName
  readonly dialect: string
  readonly endingTools: boolean
  readonly questions: boolean
  /** How answers are checked, if a user-defined profile sets it. */
  readonly finish?: "structure" | "model" | false
  readonly sampling?: Sampling
  readonly instructions: string
}

/** Describes the rules in words; plain data comes from the profile itself. */
export async function explainProfile(chosen: ChosenProfile, folder: string): Promise<ExplainedProfile> {
  const { profiles } = await import("@pawl/agent")
  const own = chosen.kind === "own" ? await readOwnProfile(chosen.path, nameInFolder(folder, chosen.path)) : undefined
  const base = chosen.kind === "own" ? ((own?.base ?? "default") as ProfileName) : chosen.name // The schema knows no other.
  const made = { ...profiles[base]?.(), ...own }
  return {
    name: own?.name ?? base,
    about: own === undefined ? PROFILE_LINES[base] : aboutOwn(own),
    from: chosen.kind === "own" ? chosen.path : "built in",
    ...(own !== undefined && { base }),
    ...BEHAVIOUR[base],
    iterations: own?.maxIterations ?? BEHAVIOUR[base].iterations,
    resultChars: own?.resultChars === undefined ? BEHAVIOUR[base].resultChars : own.resultChars,
    ...ownWords(own),
    dialect: made.dialect ?? "native",
    endingTools: made.endingTools ?? false,
    questions: made.questions ?? false,
    ...(own?.finish !== undefined && { finish: own.finish }),
    ...(made.sampling !== undefined && { sampling: made.sampling }),
    instructions: made.instructions ?? "",
  }
}

/** Texts that replace those of the base where a user-defined profile changes the numbers. */
function ownWords(own: OwnProfile | undefined): Partial<Behaviour> {
  const { retry, breaker, base } = own ?? {}
  const times = `${breaker} ${base === "xml-tools" ? "same errors in a row end the turn" : "failures: a tool leaves the request"}`
  const schedule = Object.entries(retry ?? {}).map(([name, value]) => `${name} ${value}`)
  return {
    ...(breaker !== undefined && { toolBreaker: breaker === null ? "none" : times }),
    ...(schedule.length > 0 && { modelRetries: `as in ${base ?? "default"}, with ${schedule.join(", ")}` }),
  }
}

function aboutOwn({ about, base = "default" }: OwnProfile): string {
  return about ?? `Like ${base}, with changes of your own.`
}
