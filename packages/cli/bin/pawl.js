#!/usr/bin/env node
// The door: plain JavaScript that every Node since 14 can read, so that an old one gets a sentence and not a stack trace.
const [major, minor] = process.versions.node.split(".").map(Number)

if (major < 22 || (major === 22 && minor < 19)) {
  refuse("Pawl needs Node 22.19 or newer")
} else if (process.argv.length === 3 && ["--version", "-v"].includes(process.argv[2])) {
  printVersion()
} else {
  start()
}

async function printVersion() {
  const { readFileSync } = await import("node:fs")
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
  process.stdout.write(`${version}\n`)
}

async function start() {
  await keepCompiled()
  const { existsSync } = await import("node:fs")
  const source = new URL("../src/start.ts", import.meta.url)
  const isCheckout = existsSync(source)
  if (isCheckout && !process.features.typescript)
    return refuse("A checkout of Pawl needs Node 22.19, or 23.6 and newer")
  if (isCheckout) await preferSources()
  const program = await import(isCheckout ? source.href : new URL("../dist/program/start.js", import.meta.url).href)
  await program.start(process.argv.slice(2))
}

/** What Node made of our code is kept for the next start, which takes half as long. Nothing depends on it. */
async function keepCompiled() {
  try {
    const [{ existsSync, mkdirSync, statSync }, { homedir }, { isAbsolute, join }, { enableCompileCache }] =
      await Promise.all([import("node:fs"), import("node:os"), import("node:path"), import("node:module")])
    const { XDG_CACHE_HOME = "" } = process.env
    const caches = isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), ".cache")
    if (!isAbsolute(caches)) return
    const folder = join(caches, "pawl")
    for (const path of [caches, folder]) if (!existsSync(path)) mkdirSync(path, { mode: 0o700 })
    // Whoever may write there decides what runs here.
    const { uid, mode } = statSync(folder)
    if (process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)) enableCompileCache(folder)
  } catch {
    // No home, no rights, no space: then it is compiled again.
  }
}

/** In a checkout, workspace packages are their TypeScript sources: nothing is built before a run. */
async function preferSources() {
  const { registerHooks } = await import("node:module")
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: [...context.conditions, "@pawl/source"] }),
  })
}

function refuse(what) {
  process.stderr.write(
    `${what}, and this is ${process.version}. Get one from https://nodejs.org; a checkout has its own after npm ci: npm start.\n`,
  )
  process.exitCode = 52
}
