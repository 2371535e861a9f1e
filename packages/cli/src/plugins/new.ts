// `pawl plugins new`: writes a folder with a working plugin and a passing test, to start from.
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { EXIT } from "../exit-codes.ts"
import { badConfig, badInput, wrongUsage } from "../failure.ts"
import { out } from "../terminal/screen.ts"
import { templateFor } from "./template.ts"

export function newPlugin([given, ...more]: readonly string[], folder: string): number {
  if (given === undefined || more.length > 0) throw wrongUsage('Give the plugin a name: "pawl plugins new NAME".')
  // A name, not a path: the plugin is written into the current folder only.
  if (!/^(?=.{1,32}$)[a-z0-9]+(?:-[a-z0-9]+)*$/.test(given))
    throw badInput(
      `"${given}" cannot name a plugin: use at most 32 lower-case letters and digits, with single "-" between them. Choose the folder with --cwd.`,
    )
  const path = resolve(folder, given)
  if (existsSync(path)) throw badInput(`"${path}" exists already. Choose another name, or remove it.`)
  const written = templateFor(given)
  try {
    mkdirSync(path, { recursive: true })
    for (const [file, text] of Object.entries(written)) writeFileSync(join(path, file), text)
  } catch (error) {
    throw badConfig(
      `"${path}" cannot be written: ${error instanceof Error ? error.message : error}. Choose another folder with --cwd.`,
      error,
    )
  }
  out.write(
    `Written to ${path}: ${Object.keys(written).join(", ")}.

  cd ${given} && node --test   run its test
  pawl plugins check ./${given}   check that it can be used
  pawl --plugin ./${given}        use it
`,
  )
  return EXIT.done
}
