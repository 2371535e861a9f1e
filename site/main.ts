// `npm run docs`: builds the site into site/dist. `npm run docs:serve` builds it and shows it.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseArgs } from "node:util"
import { pagesIn, readPage } from "../scripts/docs/markdown.ts"
import { publicNames } from "../scripts/docs/public-api.ts"
import { eventTable } from "./events.ts"
import { homePage } from "./home.ts"
import { placed, placeOf } from "./places.ts"
import { serve } from "./serve.ts"
import { strangersIn } from "./strangers.ts"

const SITE = import.meta.dirname
const ROOT = join(SITE, "..")
const PAGES = join(SITE, ".pages")
const BUILT = join(SITE, "dist")

const { values } = parseArgs({
  options: {
    serve: { type: "boolean", default: false },
    port: { type: "string", default: "4173" },
    base: { type: "string", default: "/" },
  },
})

// Read by .vitepress/config.ts, which is loaded by another process.
process.env.PAWL_SITE_BASE = values.base
installTools()
rmSync(PAGES, { recursive: true, force: true })
run("Making the reference", "node_modules/typedoc/bin/typedoc", "--options", "reference/typedoc.config.js")
gatherPages()
run("Making the site", "node_modules/vitepress/bin/vitepress.js", "build", ".")
const strangers = strangersIn(BUILT)
if (strangers.length > 0) fail(`The site would ask other machines:\n${strangers.join("\n")}`)
console.log("The site is in site/dist.")
if (values.serve) {
  await serve(BUILT, Number(values.port))
  console.log(`Look at http://127.0.0.1:${values.port}/ (Ctrl-C ends it).`)
}

/** The tools of the site are large, so `npm ci` leaves them out: they come with the first build, and when their lock file changes. */
function installTools(): void {
  const stamp = join(SITE, "node_modules/.installed")
  const lock = createHash("sha256")
    .update(readFileSync(join(SITE, "package-lock.json")))
    .digest("hex")
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return
  console.log("Installing the tools of the site (once, about 150 MB) ...")
  const npm = process.env.npm_execpath
  const [program, ...words] = npm === undefined ? ["npm"] : [process.execPath, npm]
  const { status } = spawnSync(program ?? "npm", [...words, "ci", "--ignore-scripts"], { cwd: SITE, stdio: "inherit" })
  if (status !== 0)
    fail("The tools of the site could not be installed. They need the npm registry once; after that nothing does.")
  writeFileSync(stamp, lock)
}

function gatherPages(): void {
  for (const page of pagesIn(ROOT)) {
    const place = placeOf(page)
    if (place !== undefined) write(place, placed(ROOT, page, readPage(ROOT, page)))
  }
  appendFileSync(join(PAGES, "api/@pawl/agent/type-aliases/Event.md"), eventTable(publicNames(`${ROOT}/`)))
  write("index.md", homePage(readPage(ROOT, "README.md")))
  mkdirSync(join(PAGES, "public"))
  cpSync(join(SITE, "logo.svg"), join(PAGES, "public/logo.svg"))
  cpSync(join(ROOT, "docs/pictures"), join(PAGES, "public/pictures"), { recursive: true })
}

function write(place: string, text: string): void {
  const file = join(PAGES, place)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** What the tools say is shown when they fail: they warn of much that is as it should be. */
function run(what: string, program: string, ...words: readonly string[]): void {
  console.log(`${what} ...`)
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { cwd: SITE, encoding: "utf8" })
  if (status !== 0) fail(`${stdout}${stderr}\n${program} failed.`)
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
