// `pawl profiles`: lists the profiles, one line each; `pawl profiles NAME`: explains one.
import { EXIT } from "../exit-codes.ts"
import { files, foldersFrom } from "../folders.ts"
import type { Request } from "../line/parse.ts"
import { named, plain } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"
import { bold, dim, yellow } from "../terminal/style.ts"
import { world } from "../world.ts"
import { chooseProfile } from "./chosen.ts"
import { DIALECTS, isDialect } from "./dialects.ts"
import { type ExplainedProfile, explainProfile, type ListedProfile, listedProfiles } from "./listed.ts"

/** Does not load the settings: they may name a missing profile, and the user needs this list to correct that. */
export async function profiles({ words, flags }: Request): Promise<number> {
  const folder = files.profiles(foldersFrom(world().env))
  const [name] = words
  const isJson = flags.has("json")
  if (name === undefined) return print(await listedProfiles(folder), listText, isJson)
  const chosen = chooseProfile(name, { folder, from: world().cwd })
  const explained = await explainProfile(chosen, folder)
  return print(explained, explanation, isJson)
}

function print<Value>(value: Value, textOf: (value: Value) => string, isJson: boolean): number {
  if (isJson) out.json(value)
  else out.write(textOf(value))
  return EXIT.done
}

function listText(listed: readonly ListedProfile[]): string {
  return listed
    .map(({ name, about, from, problem }) => {
      const file = from === "built in" || problem !== undefined ? "" : ` ${dim(`(${from})`)}`
      return `${bold(named(name).padEnd(17))} ${problem === undefined ? named(about) : yellow(named(problem))}${file}\n`
    })
    .join("")
}

function explanation(profile: ExplainedProfile): string {
  const { name, about, base, from } = profile
  const origin = base === undefined ? "" : `${dim(`Based on ${base}, from ${from}`)}\n`
  const rows = rowsOf(profile).map(([what, text]) => `  ${what.padEnd(22)} ${plain(text)}\n`)
  return `${bold(named(name))}: ${named(about)}\n${origin}\n${rows.join("")}`
}

function rowsOf(profile: ExplainedProfile): readonly (readonly [string, string])[] {
  const { resultChars, dialect, endingTools, questions, finish, sampling } = profile
  return [
    ["text without a call", profile.textWithoutCall],
    ["calls in one answer", profile.callsInOneAnswer],
    ["iterations", String(profile.iterations)],
    ["at the limit", profile.atTheLimit],
    ["tool results", resultChars === null ? "whole" : `${resultChars.toLocaleString("en")} characters of each`],
    ["model retries", profile.modelRetries],
    ["empty answers", profile.emptyAnswers],
    ["tool breaker", profile.toolBreaker],
    ["dialect", isDialect(dialect) ? `${dialect}: ${DIALECTS[dialect]}` : dialect],
    ...(endingTools ? [["tools that end a turn", "task_completion, ask_question, converse"] as const] : []),
    ...(questions
      ? [["asks within a turn", "ask_user, answered by you; --approval-timeout ends the wait"] as const]
      : []),
    ...(finish === undefined ? [] : [["answers checked by", finish === false ? "nothing" : finish] as const]),
    ...(sampling === undefined ? [] : [["sampling", samplingText(sampling)] as const]),
    ["instructions", profile.instructions],
  ]
}

function samplingText({ tools, prose }: NonNullable<ExplainedProfile["sampling"]>): string {
  const text = (values: object) => Object.entries(values).map(([name, value]) => `${name} ${value}`)
  return `with tools ${text(tools).join(", ") || "as it is"}; without ${text(prose).join(", ") || "as it is"}`
}
