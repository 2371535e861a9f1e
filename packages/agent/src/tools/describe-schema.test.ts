// A valibot schema in a program that has not installed valibot's package for JSON Schema, and in one that has.
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { afterAll, beforeAll, expect, it } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "pawl-valibot-"))
const modules = fileURLToPath(new URL("../../../../node_modules", import.meta.url))

beforeAll(async () => {
  // Outside of this repository, so that only the packages of the program's own folder are found.
  const build = await rolldown({
    input: fileURLToPath(new URL("describe-schema.ts", import.meta.url)),
    platform: "node",
  })
  await build.write({ file: join(folder, "library/describe-schema.mjs"), format: "esm" })
  await build.close()
  const program = `import { describeSchema } from "./library/describe-schema.mjs"
    const [name] = [{ kind: "schema", type: "string", async: false }]
    const schema = { kind: "schema", type: "object", async: false, entries: { name }, "~standard": { vendor: "valibot" } }
    try { console.log(JSON.stringify(describeSchema('the input schema of tool "greet"', schema))) } catch (error) { console.log(error.message) }`
  writeFileSync(join(folder, "program.mjs"), program)
})
afterAll(() => rmSync(folder, { recursive: true }))

const printed = () => execFileSync(process.execPath, ["program.mjs"], { cwd: folder, encoding: "utf8" })

it("a valibot schema without its package says what to install, and with it is described", () => {
  expect(printed()).toBe(
    'The input schema of tool "greet" is a valibot schema, which needs a package to be shown to a model: run npm install @valibot/to-json-schema.\n',
  )
  symlinkSync(modules, join(folder, "node_modules"))
  expect(JSON.parse(printed())).toMatchObject({ type: "object", properties: { name: { type: "string" } } })
})
