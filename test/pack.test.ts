// What a user gets from the registry: all packages packed, installed into an empty project, and used with plain Node.
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { OWN_FILES } from "../packages/agent/src/outside/own-file.ts"
import { hasServer } from "../packages/postgres/src/__fixtures__/server.ts"
import { emptyDatabase } from "../packages/postgres/src/__fixtures__/shared-server.ts"
import {
  forBrowser,
  link,
  minifiedBytes,
  ownEntries,
  PRINTED,
  place,
  withEsbuild,
  withVite,
  writeApp,
} from "./packed/bundles.ts"
import { examplesRun, placeExamples } from "./packed/examples.ts"
import { loadsLittle } from "./packed/loaded.ts"
import { hiddenTypes } from "./packed/reachable-types.ts"

const ROOT = fileURLToPath(new URL("../", import.meta.url))
const TSC = join(ROOT, "node_modules/typescript/bin/tsc")

const PROGRAM = `import { createAgent, memory, sqlite, tool } from "@pawl/agent"
import { call, scripted } from "@pawl/agent/testing"

const model = scripted(({ results }) => (results.length === 0 ? { calls: [call("add", { a: 2, b: 3 })] } : \`It is \${results[0]?.text}.\`))
const add = tool({
  name: "add",
  description: "Adds two numbers.",
  input: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } } },
  effect: "read",
  run: ({ a, b }) => Number(a) + Number(b),
})

for (const store of [memory(), await sqlite("agent.db")]) {
  const agent = await createAgent({ model, tools: [add], store })
  const session = await agent.open()
  console.log((await session.ask("What is 2 + 3?")).text)
  await agent.close()
  await store.close()
}
`

const IN_POSTGRES = `import { createAgent } from "@pawl/agent"
import { scripted } from "@pawl/agent/testing"
import { postgres } from "@pawl/postgres"

const store = await postgres(process.argv[2] ?? "")
const agent = await createAgent({ model: scripted(() => "It is 5."), store })
console.log((await (await agent.open()).ask("What is 2 + 3?")).text)
await agent.close()
await store.close()
`

const SERVED = `import { createAgent, memory } from "@pawl/agent"
import { scripted } from "@pawl/agent/testing"
import { connect } from "@pawl/client"
import { createServer } from "@pawl/server"

const store = memory()
const agent = await createAgent({ model: scripted(() => "It is 5."), store })
const server = createServer({ store, workspaces: [{ name: "main", agent, profiles: ["default"], models: ["scripted"] }] })
const { url } = await server.listen({ port: 0, host: "127.0.0.1" })
const client = connect({ url })
const session = await client.open({ title: "Sum" })
console.log((await session.ask("What is 2 + 3?")).text)
await client.close()
await server.drain(1000)
await store.close()
`

/** Nothing listens at these ports. */
const WITH_RESTATE = `import { createAgent, isPawlError, memory } from "@pawl/agent"
import { scripted } from "@pawl/agent/testing"
import { restateHost } from "@pawl/restate"

const host = restateHost({ ingress: "http://127.0.0.1:1", admin: "http://127.0.0.1:2", listen: 0 })
const onError = () => {}
const agent = await createAgent({ model: scripted(() => ""), store: memory(), run: "all", host, onError })
console.log(host.url?.startsWith("http://127.0.0.1:"))
await host.wake("s").catch((error: unknown) => console.log(isPawlError(error, "host-unreachable")))
await agent.close()
`

/** A model that asks for an effect, and a tool that performs it and then kills its own process. */
const DOOMED = `import { appendFileSync } from "node:fs"
import { tool } from "@pawl/agent"
import { call } from "@pawl/agent/testing"

export const tools = [
  tool({
    name: "pay",
    description: "Pays, once.",
    input: { type: "object", properties: {} },
    effect: "once",
    approval: false,
    run: () => {
      appendFileSync("paid.txt", "paid\\n")
      process.kill(process.pid, "SIGKILL")
      return new Promise(() => {})
    },
  }),
]

export default ({ results }) => (results.length === 0 ? { calls: [call("pay")] } : \`I was told: \${results[0].text}\`)
`

const BUILT = ["agent", "client", "postgres", "restate", "server", "cli"]
/** Built when a checkout is installed. Other tests serve it meanwhile, so it is packed as it is. */
const WEB = "web"
const PACKAGES = [...BUILT, WEB]

let folder: string
let project: string

/** Runs a command without the variables that npm and vitest add to our environment. */
function run(command: string, words: readonly string[], cwd: string) {
  const { NODE_OPTIONS: _options, PAWL_MODEL: _model, ...inherited } = process.env
  const env = { ...inherited, PAWL_HOME: join(folder, "home") }
  const { status, signal, stdout, stderr } = spawnSync(command, words, { cwd, env, encoding: "utf8", timeout: 110_000 })
  return { status: signal ?? status, stdout, stderr }
}

function node(...words: readonly string[]) {
  return run(process.execPath, words, project)
}

function pawl(...words: readonly string[]) {
  return node(join(project, "node_modules/pawl/bin/pawl.js"), ...words)
}

function npm(words: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = run("npm", words, cwd)
  expect(status, stderr).toBe(0)
  return stdout
}

describe("the packed packages", () => {
  let packed: readonly { readonly filename: string; readonly files: readonly { readonly path: string }[] }[]
  let examples: readonly string[]

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "pawl-pack-"))
    project = join(folder, "project")
    mkdirSync(project)
    // Remove the output of earlier builds, so that none of it is packed.
    for (const name of BUILT) rmSync(join(ROOT, "packages", name, "dist"), { recursive: true, force: true })
    const pack = (names: readonly string[], ...how: readonly string[]) => {
      const which = names.flatMap((name) => ["-w", `packages/${name}`])
      return JSON.parse(npm(["pack", "--json", "--pack-destination", folder, ...how, ...which], ROOT))
    }
    packed = [...pack(BUILT), ...pack([WEB], "--ignore-scripts")]
    writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }))
    const tarballs = packed.map(({ filename }) => join(folder, filename))
    npm(["install", "--prefer-offline", "--no-audit", "--no-fund", ...tarballs], project)
    writeFileSync(join(project, "program.ts"), PROGRAM)
    examples = placeExamples(project)
  }, 120_000)

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("hold what the build makes, and nothing that only tests need", () => {
    const files = packed.flatMap(({ files }) => files.map(({ path }) => path))
    expect(files).toContain("dist/store-worker.js")
    expect(files).toContain("bin/pawl.js")
    expect(files).toContain("dist/index.html")
    expect(files.filter((file) => /\.test\.|__fixtures__|conformance|(?<!\.d)\.ts$/.test(file))).toEqual([])
    for (const name of ["README.md", "LICENSE"])
      expect(files.filter((file) => file === name)).toHaveLength(PACKAGES.length)
  })

  it("run a turn in memory and in SQLite", () => {
    expect(node("program.ts")).toEqual({ status: 0, stdout: "It is 5.\nIt is 5.\n", stderr: "" })
  }, 60_000)

  it.skipIf(!hasServer())(
    "run a turn in PostgreSQL",
    async () => {
      writeFileSync(join(project, "in-postgres.ts"), IN_POSTGRES)
      expect(node("in-postgres.ts", await emptyDatabase())).toEqual({ status: 0, stdout: "It is 5.\n", stderr: "" })
    },
    60_000,
  )

  it("serve a session over HTTP, for a program with the client", () => {
    writeFileSync(join(project, "served.ts"), SERVED)
    expect(node("served.ts")).toEqual({ status: 0, stdout: "It is 5.\n", stderr: "" })
  }, 60_000)

  it("have sessions run by Restate, and say so when it is away", () => {
    writeFileSync(join(project, "with-restate.ts"), WITH_RESTATE)
    expect(node("with-restate.ts")).toEqual({ status: 0, stdout: "true\ntrue\n", stderr: "" })
  }, 60_000)

  it("hold a client that a browser can run: no import of Node, less than 28 kB", async () => {
    writeFileSync(join(project, "page.js"), 'import { connect } from "@pawl/client"; console.log(connect)')
    const code = await forBrowser(join(project, "page.js"))
    expect(code).not.toMatch(/\bfrom\s*"|\brequire\(|\bimport\(|node:|\bprocess\b|\bBuffer\b/)
    expect(code.length).toBeLessThan(28_000)
    const { dependencies } = JSON.parse(readFileSync(join(project, "node_modules/@pawl/client/package.json"), "utf8"))
    expect(dependencies).toBeUndefined()
  })

  it("refuse a Node that is too old when they are imported", () => {
    const old = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.13.1' } })"
    const { status, stderr } = node("--import", `data:text/javascript,${encodeURIComponent(old)}`, "program.ts")
    expect(status).toBe(1)
    expect(stderr).toContain("@pawl/agent needs Node 22.14 or newer, and this is Node 22.13.1")
  })

  it("have types that a strict compiler accepts, in the examples too", () => {
    // A library for Node: its users have Node's types.
    const types = ["--types", "node", "--typeRoots", join(ROOT, "node_modules/@types")]
    const strict = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2024", ...types]
    const lib = ["--lib", "es2024,esnext.disposable,dom"]
    const more = ["--exactOptionalPropertyTypes", "--allowImportingTsExtensions"]
    expect(
      node(
        TSC,
        ...strict,
        ...lib,
        ...more,
        "program.ts",
        "served.ts",
        "in-postgres.ts",
        "with-restate.ts",
        ...examples,
      ),
    ).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    })
  }, 60_000)

  it("mention no type that a user cannot import, but for those that are known", () => {
    const home = join(project, "node_modules/@pawl/agent")
    const { exports } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"))
    const entries = Object.values<{ readonly types?: string }>(exports).flatMap(({ types }) => types ?? [])
    const hidden = hiddenTypes(entries.map((entry) => join(home, entry)))
    const found = new Set(hidden.map(({ file, name }) => `${file.slice(join(home, "dist/").length)} ${name}`))
    const listed = readFileSync(join(ROOT, "test/packed/hidden-types.txt"), "utf8").trim().split("\n")
    const known = listed.filter((line) => !line.startsWith("#"))
    // Export a new one, types only. A type that is exported now leaves the list.
    expect([...found].filter((each) => !known.includes(each)).toSorted()).toEqual([])
    expect(known.filter((each) => !found.has(each))).toEqual([])
  })

  it("install the command pawl, whose turns survive a kill", () => {
    expect(existsSync(join(project, "node_modules/.bin/pawl"))).toBe(true)
    expect(pawl("--version")).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
    writeFileSync(join(project, "doomed.js"), DOOMED)
    const model = ["--model", "scripted:doomed.js"]
    expect(pawl("-p", "Pay the bill.", ...model)).toMatchObject({ status: "SIGKILL" })
    const [session] = JSON.parse(pawl("sessions", "list", "--json").stdout)
    const resumed = pawl("resume", session.id, ...model)
    expect(resumed).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/I was told: .*may or may not have taken/),
    })
    expect(readFileSync(join(project, "paid.txt"), "utf8")).toBe("paid\n")
  }, 60_000)

  it("name the repository's demo command when the OCR server is not installed", () => {
    // An unrelated program at the path where a checkout has the OCR server: `pawl demo` must not start it.
    mkdirSync(join(project, "examples/ocr-server/screenshots"), { recursive: true })
    writeFileSync(join(project, "examples/ocr-server/server.ts"), 'throw new Error("never start me")')
    const { status, stdout, stderr } = pawl("demo")
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" })
    expect(stderr).toMatch(/^pawl: The demo needs its OCR server .* npm ci && npx pawl demo\.\n$/)
  })

  describe("run the example", () => examplesRun(() => project))

  describe("load little", () => loadsLittle(() => project))

  describe("in an application that is bundled", () => {
    beforeAll(() => writeApp(project))

    /** Runs a program in a folder of its own, so that each starts without a database. */
    function ran(program: string, ...flags: readonly string[]) {
      return run(process.execPath, [...flags, program], place(mkdtempSync(join(folder, "run-"))))
    }

    it("run from the bundle that esbuild makes without any option for them", async () => {
      await withEsbuild(project, { entryPoints: ["app.js"], outfile: "esbuild/app.js" })
      expect(ran(join(project, "esbuild/app.js"))).toEqual({ status: 0, stdout: PRINTED, stderr: "" })
    }, 60_000)

    it("run from the bundle that Vite makes for Node", () => {
      expect(withVite(project, "vite")).toEqual({ status: 0, stderr: "" })
      expect(ran(join(project, "vite/app.js"))).toEqual({ status: 0, stdout: PRINTED, stderr: "" })
    }, 60_000)

    it("run where only the packages are installed that cannot be bundled", async () => {
      const entryPoints = { app: "app.js", ...ownEntries() }
      await withEsbuild(project, { entryPoints, outdir: "alone", splitting: true })
      const alone = place(join(folder, "alone"))
      cpSync(join(project, "alone"), alone, { recursive: true })
      writeFileSync(join(alone, "package.json"), JSON.stringify({ type: "module" }))
      for (const name of ["ajv", "better-sqlite3", "undici"]) link(name, project, alone)
      expect(ran(join(alone, "app.js"))).toEqual({ status: 0, stdout: PRINTED, stderr: "" })

      rmSync(join(alone, "maintenance-worker.js"))
      const { status, stderr } = ran(join(alone, "app.js"))
      expect(status).toBe(1)
      expect(stderr).toContain(
        'PawlError: The file "maintenance-worker.js" of @pawl/agent is neither beside the bundle nor in',
      )
    }, 60_000)

    it("start threads without the flags of their process", () => {
      const program = `await import(${JSON.stringify(join(project, "app.js"))})`
      expect(ran(program, "--input-type=module", "-e")).toEqual({ status: 0, stdout: PRINTED, stderr: "" })
    }, 60_000)

    it("add less than 20 kB for tool() alone", async () => {
      const program = 'import { tool } from "@pawl/agent"; console.log(tool({ name: "a" }))'
      expect(await minifiedBytes(project, program)).toBeLessThan(20_000)
    })

    it("start no file by its path that a bundle could not find", () => {
      const dist = join(project, "node_modules/@pawl/agent/dist")
      const files = (readdirSync(dist, { recursive: true }) as string[]).filter((file) => file.endsWith(".js"))
      const code = files.map((file) => readFileSync(join(dist, file), "utf8")).join("\n")
      const literal = [...code.matchAll(/new URL\("\.\/([^"]+)", import\.meta\.url\)/g)].map(([, name = ""]) => name)
      expect(literal.toSorted()).toEqual(Object.keys(OWN_FILES).toSorted())
      expect(code.match(/new URL\([^)]*import\.meta\.url/g)).toHaveLength(literal.length)
    })
  })
})
