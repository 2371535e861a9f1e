// `node --conditions=@pawl/source test/web/dev.ts PORT`: a server with the web app and a model that plays stories, to look at by hand.
import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { stories } from "./__fixtures__/stories.ts"
import { storyModel } from "./__fixtures__/story-model.ts"

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const [, , port = "7400"] = process.argv
const home = mkdtempSync(join(tmpdir(), "pawl-web-"))
const folder = join(home, "work")
mkdirSync(folder)
writeFileSync(join(folder, "poem.txt"), "Roses are red\nViolets are blue\n")
for (let shot = 1; shot <= 7; shot++) writeFileSync(join(folder, `Screenshot ${shot}.png`), "")
const model = await storyModel(stories)
const env = {
  ...process.env,
  HOME: home,
  XDG_CONFIG_HOME: join(home, "config"),
  XDG_DATA_HOME: join(home, "data"),
  XDG_STATE_HOME: join(home, "state"),
  OPENAI_BASE_URL: model.url,
  OPENAI_API_KEY: "story-key-1",
  PAWL_MODEL: "openai:story",
}
const args = [join(ROOT, "packages/cli/bin/pawl.js"), "serve", "--port", port, "--cwd", folder]
const server = spawn(process.execPath, args, { stdio: "inherit", env })
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill(signal))
server.on("exit", (code) => process.exit(code ?? 1))
