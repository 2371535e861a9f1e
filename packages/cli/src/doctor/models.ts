// `pawl models`: lists the models that providers offer now.
import { useKeptKeys } from "../agent/kept-keys.ts"
import { EXIT } from "../exit-codes.ts"
import { oneLine, wrongUsage } from "../failure.ts"
import { foldersFrom } from "../folders.ts"
import type { Request } from "../line/parse.ts"
import { named } from "../terminal/plain.ts"
import { err, out } from "../terminal/screen.ts"
import { world } from "../world.ts"
import { modelsOffered, providerNamed } from "./live-models.ts"

export async function models({ words, flags }: Request): Promise<number> {
  if (words.length > 1) throw wrongUsage("One provider at a time: pawl models [PROVIDER].")
  useKeptKeys(foldersFrom(world().env))
  const { found, failed } = await modelsOffered(words[0] === undefined ? undefined : [providerNamed(words[0])])
  if (flags.has("json")) out.json(found)
  else for (const name of found) out.line(named(name))
  // Without a name, providers on this machine that do not run are no trouble.
  if (words[0] !== undefined) for (const error of failed) throw error
  for (const error of found.length === 0 ? failed : []) err.line(`pawl: ${oneLine(error)}`)
  return found.length === 0 ? EXIT.failed : EXIT.done
}
