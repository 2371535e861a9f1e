// The files of the program pawl: its start, and what its commands load when they run.
import { join } from "node:path"
import { bundle } from "./bundle.ts"

export async function buildProgram(home: string, dist: string): Promise<void> {
  // As deep below the package as most sources are: they name the folders beside src/ and dist/ by relative paths.
  const dir = join(dist, "program")
  await bundle({ input: { start: join(home, "src/start.ts") }, dir, chunks: [] })
}
