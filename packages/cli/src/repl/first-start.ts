// The first start on a terminal: asks for a provider and its key, lists its models, and writes what was chosen.
import { keyOf, type Provider } from "@pawl/agent/providers"
import { keepKey } from "../agent/keep-key.ts"
import { useKeptKeys } from "../agent/kept-keys.ts"
import { readJsonObject } from "../config/read-file.ts"
import { writeJsonFile } from "../config/write-json-file.ts"
import { hasKey, liveModels, providerNamed } from "../doctor/live-models.ts"
import { EXIT, exitOfError } from "../exit-codes.ts"
import { oneLine } from "../failure.ts"
import { type Folders, files } from "../folders.ts"
import { askHidden } from "../terminal/ask-hidden.ts"
import { named } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"
import { wordWrapped } from "../terminal/visible.ts"

const MAX_LISTED = 40

/** What the user has chosen: a model, which is in their file then, the demo, or nothing. */
export type Begun = "model" | "demo" | "nothing"

export async function firstStart(folders: Folders): Promise<Begun> {
  useKeptKeys(folders)
  const { canRunDemo } = await import("../demo/ocr-server.ts")
  const hasDemo = canRunDemo()
  for (;;) {
    const provider = await askProvider(hasDemo)
    if (typeof provider === "string") return provider
    const names = await namesOf(provider, folders)
    const model = names && (await askModel(provider, names))
    if (model === undefined) continue
    const path = files.config(folders)
    writeJsonFile(path, { ...readJsonObject(path), model })
    say(`The model is ${named(model)}; "pawl config set model NAME" chooses another.`)
    return "model"
  }
}

async function askProvider(hasDemo: boolean): Promise<Provider | Exclude<Begun, "model">> {
  for (;;) {
    const demo = hasDemo ? ", or demo" : ""
    const answer = (await askHidden(`Which provider? (one of the list${demo}; Enter for none) `, false))?.trim() ?? ""
    if (answer === "") return "nothing"
    if (hasDemo && answer === "demo") return "demo"
    try {
      return providerNamed(answer)
    } catch (error) {
      say(oneLine(error))
    }
  }
}

/** Asks for a key until the provider takes it; it is kept only then. Undefined: another provider may be chosen. */
async function namesOf(provider: Provider, folders: Folders): Promise<readonly string[] | undefined> {
  let key: string | undefined
  for (;;) {
    try {
      if (key !== undefined || hasKey(provider)) {
        const names = await liveModels(provider, key)
        const [variable] = provider.keyNames
        if (key !== undefined && variable !== undefined) keepKey(folders, variable, key)
        return names
      }
    } catch (error) {
      say(oneLine(error))
      // Another key changes nothing about a server that does not answer.
      if (exitOfError(error) !== EXIT.auth || provider.keyOptional === true) return undefined
    }
    key = await askKey(provider)
    if (key === undefined) return undefined
  }
}

async function askKey(provider: Provider): Promise<string | undefined> {
  for (;;) {
    const key = (await askHidden(`Key for ${provider.name} (it is not shown; Enter goes back): `, true))?.trim()
    if (key === undefined || key === "") return undefined
    if (isKey(provider, key)) return key
    say("That is no key: it has a space or another character that keys cannot have. Give the key alone.")
  }
}

function isKey(provider: Provider, key: string): boolean {
  try {
    keyOf(provider, {}, key)
    return true
  } catch {
    return false
  }
}

async function askModel({ name: provider }: Provider, names: readonly string[]): Promise<string | undefined> {
  for (const [at, name] of names.slice(0, MAX_LISTED).entries()) out.line(`  ${at + 1}. ${named(name)}`)
  if (names.length > MAX_LISTED) say(`  and ${names.length - MAX_LISTED} more: "pawl models ${provider}" lists them`)
  for (;;) {
    const answer = (await askHidden("Which model? (number or name; Enter goes back) ", false))?.trim()
    if (answer === undefined || answer === "") return undefined
    const chosen = /^\d+$/.test(answer) ? names[Number(answer) - 1] : answer.replace(`${provider}:`, "")
    if (chosen !== undefined && names.includes(chosen)) return `${provider}:${chosen}`
    say(`${provider} lists no model "${named(answer)}". Give a number or a name of the list.`)
  }
}

function say(text: string): void {
  out.line(wordWrapped(text, out.columns))
}
