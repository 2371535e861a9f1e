#!/usr/bin/env node
// The door: plain JavaScript that every Node since 14 can read, so that an old one gets a sentence and not a stack trace.
const [major, minor] = process.versions.node.split(".").map(Number)

if (major < 22 || (major === 22 && minor < 12)) {
  refuse("Pawl needs Node 22.12 or newer")
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
  const { existsSync } = await import("node:fs")
  const source = new URL("../src/main.ts", import.meta.url)
  const isCheckout = existsSync(source)
  if (isCheckout && !process.features.typescript) return refuse("A checkout of Pawl needs Node 22.18 or newer")
  if (isCheckout) await preferSources()
  const { main } = await import(isCheckout ? source.href : new URL("../dist/main.js", import.meta.url).href)
  process.exitCode = await main(process.argv.slice(2))
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
