// The first start on a terminal: asks for a provider and its key, lists its models, and writes what was chosen.
import { type Provider, providers } from "@pawl/agent/providers"
import { keepKey } from "../agent/keep-key.ts"
import { useKeptKeys } from "../agent/kept-keys.ts"
import { readJsonObject } from "../config/read-file.ts"
import { writeJsonFile } from "../config/write-json-file.ts"
import { hasKey, liveModels, providerNamed } from "../doctor/live-models.ts"
import { oneLine } from "../failure.ts"
import { type Folders, files } from "../folders.ts"
import { askHidden } from "../terminal/ask-hidden.ts"
import { named } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"

const MAX_LISTED = 40

/** True when a model was chosen: it is in the user's file then. */
export async function firstStart(folders: Folders): Promise<boolean> {
  useKeptKeys(folders)
  const provider = await askProvider()
  if (provider === undefined) return false
  const names = await namesOf(provider, folders)
  if (names === undefined) return false
  const model = await askModel(provider, names)
  if (model === undefined) return false
  const path = files.config(folders)
  writeJsonFile(path, { ...readJsonObject(path), model })
  out.line(`The model is ${named(model)}; "pawl config set model NAME" chooses another.`)
  return true
}

async function askProvider(): Promise<Provider | undefined> {
  for (;;) {
    const answer = await askHidden(
      `Which provider? (${providers.map(({ name }) => name).join(", ")}; Enter for none) `,
      false,
    )
    if (answer === undefined || answer.trim() === "") return undefined
    try {
      return providerNamed(answer.trim())
    } catch (error) {
      out.line(oneLine(error))
    }
  }
}

/** Asks for a key until the provider takes it; it is kept only then. */
async function namesOf(provider: Provider, folders: Folders): Promise<readonly string[] | undefined> {
  let key: string | undefined
  for (;;) {
    try {
      const names = await liveModels(provider, key)
      const [variable] = provider.keyNames
      if (key !== undefined && variable !== undefined) keepKey(folders, variable, key)
      return names
    } catch (error) {
      if (key !== undefined || hasKey(provider)) out.line(oneLine(error))
    }
    if (provider.keyOptional === true) return undefined
    key = (await askHidden(`Key for ${provider.name} (it is not shown; Enter to leave): `, true))?.trim()
    if (key === undefined || key === "") return undefined
  }
}

async function askModel({ name: provider }: Provider, names: readonly string[]): Promise<string | undefined> {
  for (const [at, name] of names.slice(0, MAX_LISTED).entries()) out.line(`  ${at + 1}. ${named(name)}`)
  if (names.length > MAX_LISTED)
    out.line(`  and ${names.length - MAX_LISTED} more: "pawl models ${provider}" lists them`)
  for (;;) {
    const answer = (await askHidden("Which model? (number or name; Enter to leave) ", false))?.trim()
    if (answer === undefined || answer === "") return undefined
    const chosen = /^\d+$/.test(answer) ? names[Number(answer) - 1] : answer.replace(`${provider}:`, "")
    if (chosen !== undefined && names.includes(chosen)) return `${provider}:${chosen}`
    out.line(`${provider} lists no model "${named(answer)}". Give a number or a name of the list.`)
  }
}
