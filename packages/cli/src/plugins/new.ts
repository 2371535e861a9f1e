// `pawl plugins new`: a folder with a plugin that works and a test that passes, to begin with.
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { EXIT } from "../exit-codes.ts"
import { badConfig, badInput, wrongUsage } from "../failure.ts"
import { out } from "../terminal/screen.ts"
import { templateFor } from "./template.ts"

export function newPlugin([given, ...more]: readonly string[], folder: string): number {
  if (given === undefined || more.length > 0) throw wrongUsage('Name it: "pawl plugins new NAME".')
  // A name and no path: it is written here, and nowhere else.
  if (!/^(?=.{1,32}$)[a-z0-9]+(?:-[a-z0-9]+)*$/.test(given))
    throw badInput(
      `"${given}" cannot name a plugin: use at most 32 small letters, digits, and single "-" between them. --cwd says where it is written.`,
    )
  const path = resolve(folder, given)
  if (existsSync(path)) throw badInput(`"${path}" is there already. Choose another name, or remove it.`)
  const written = templateFor(given)
  try {
    mkdirSync(path, { recursive: true })
    for (const [file, text] of Object.entries(written)) writeFileSync(join(path, file), text)
  } catch (error) {
    throw badConfig(`"${path}" cannot be written: ${error instanceof Error ? error.message : error}.`, error)
  }
  out.write(
    `Written to ${path}: ${Object.keys(written).join(", ")}.

  cd ${given} && node --test   its test
  pawl plugins check ./${given}   can it be used?
  pawl --plugin ./${given}        use it
`,
  )
  return EXIT.done
}
