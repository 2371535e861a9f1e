// All profiles there are, with a line each and what they do: ours, and the user's own.
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

/** Undefined when nobody knows it any more. */
export async function aboutProfile(name: string, folder: string): Promise<string | undefined> {
  if (isBuiltIn(name)) return PROFILE_LINES[name]
  return (await listedProfiles(folder)).find((each) => each.name === name && each.problem === undefined)?.about
}

type Sampling = NonNullable<OwnProfile["sampling"]>

export interface ExplainedProfile extends ListedProfile, Behaviour {
  /** For one of the user's own. */
  readonly base?: ProfileName
  readonly dialect: string
  readonly endingTools: boolean
  readonly questions: boolean
  /** What an answer is held against, for one of the user's own that says so. */
  readonly finish?: "structure" | "model" | false
  readonly sampling?: Sampling
  readonly instructions: string
}

/** Words for what rules do; what is plain data comes from the profile itself. */
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

/** What the numbers of one's own profile make of the words of its base. */
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
