// `npm run lock`: adds to package-lock.json the optional packages of other platforms that it lacks. npm leaves them out
// when a registry does not carry them, and then `npm ci` refuses the lockfile everywhere.
import { readFileSync, writeFileSync } from "node:fs"

interface Entry {
  readonly version?: string
  readonly dev?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const SYSTEMS = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"]
const PROCESSORS = ["arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"]

const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Entry> }
for (const entry of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`
    if (lock.packages[key] !== undefined) continue
    lock.packages[key] = { version, ...(entry.dev === true && { dev: true }), ...platformOf(name) }
    console.log(`added ${name}@${version}`)
  }
}
const byName = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en"))
writeFileSync("package-lock.json", `${JSON.stringify({ ...lock, packages: Object.fromEntries(byName) }, null, 2)}\n`)

/** Such packages have their platform in their name. */
function platformOf(name: string): object {
  const words = name.split(/[-/]/)
  const os = words.find((word) => SYSTEMS.includes(word))
  const cpu = words.find((word) => PROCESSORS.includes(word))
  const libc = words.includes("musl") ? "musl" : words.some((word) => word.startsWith("gnu")) ? "glibc" : undefined
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }), optional: true, ...(os && { os: [os] }) }
}
