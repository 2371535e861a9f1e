// The programs of `examples/`, copied to where a user would copy them, and run as their READMEs say.
import { cpSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, expect, it } from "vitest"
import { link } from "./bundles.ts"
import { Program } from "./program.ts"
import { Customer, Staff } from "./support-clients.ts"

const ROOT = fileURLToPath(new URL("../../", import.meta.url))
export const EXAMPLES = ["support-service", "batch", "typed-extraction"]

/** Copies the examples into a project that has the packed packages. Returns their source files. */
export function placeExamples(project: string): readonly string[] {
  for (const name of ["valibot", "@valibot/to-json-schema"]) link(name, ROOT, project)
  return EXAMPLES.flatMap((name) => {
    const folder = join(project, "examples", name)
    cpSync(join(ROOT, "examples", name), folder, { recursive: true })
    return readdirSync(folder)
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(folder, file))
  })
}

/** The tests of the examples, for a project with the packed packages. */
export function examplesRun(project: () => string): void {
  const running: Program[] = []
  afterEach(async () => {
    await Promise.all(running.splice(0).map((program) => program.kill()))
  })

  /** Starts a program of an example, in the example's folder. */
  function start(path: string, env: Readonly<Record<string, string>> = {}, args: readonly string[] = []): Program {
    const [example = "", file = ""] = path.split("/")
    const program = new Program(file, join(project(), "examples", example), env, args)
    running.push(program)
    return program
  }

  it("support-service: what a killed process was paying is not paid again, and customers are kept apart", async () => {
    const payments = start("support-service/payments-server.ts", { PORT: "0", SLOW_MS: "60000" })
    const PAYMENTS_URL = await payments.prints(/http\S+/)
    const [one, two] = ["1", "2"].map(() => start("support-service/server.ts", { PORT: "0", PAYMENTS_URL }))
    const addresses = await Promise.all([one, two].map((program) => program?.prints(/http\S+/) ?? ""))
    const [atOne = "", atTwo = ""] = addresses

    const ann = new Customer("ann", "kettle")
    expect(await ann.say(atOne, "Please refund order 42.", "mail-1")).toBe(200)
    expect(await ann.say(atTwo, "Please refund order 42.", "mail-1"), "the same mail again").toBe(200)
    await ann.sees(atTwo, "approval-requested")
    expect(await new Customer("bob", "kettle").read(atTwo)).toBe(404)

    const sue = new Staff("sue")
    const [asked] = await sue.requests(atTwo)
    expect(asked).toMatchObject({ owner: "ann", preview: "Refund order 42: 49 EUR" })
    expect(await sue.decide(atTwo, asked, "approve")).toBe(200)

    expect(await new Customer("ann", "spoon").say(atOne, "Please refund order 43.", "mail-2")).toBe(200)
    await payments.prints(/Refunded order 43/) // A small refund needs no approval.

    // The money has moved, and the process that moved it never hears of it.
    const payer = Number(await payments.prints(/order 42 for support-service\/(\d+)/))
    const [victim, survivor] = payer === one?.pid ? [one, atTwo] : [two, atOne]
    await victim?.kill()
    const { text } = await ann.sees(survivor, "turn-end")
    expect(text).toBe("Done: The money for order 42 is on its way back.")
    const refunds = (await (await fetch(`${PAYMENTS_URL}/refunds`)).json()) as readonly { readonly order: number }[]
    expect(refunds.map(({ order }) => order).toSorted()).toEqual([42, 43])
    expect(await sue.decide(survivor, asked, "approve"), "a second decision").toBe(409)
    expect(await sue.requests(survivor)).toEqual([])
  })

  it("batch: a second start after a kill does the rest only, though the model refuses most requests", async () => {
    const count = 40
    expect(await start("batch/make-documents.ts", {}, [String(count)]).ended()).toBe(0)
    const model = start("batch/model-server.ts", { ALLOWED: "10", WINDOW_MS: "200" })
    const env = { OPENAI_BASE_URL: await model.prints(/http\S+/), OPENAI_API_KEY: "key" }
    const first = start("batch/batch.ts", env)
    await first.prints(/(?:.*is done\n){25}/)
    await first.kill()
    const second = start("batch/batch.ts", env)
    expect(await second.ended(), second.printed).toBe(0)
    expect(second.printed).toContain(`${count} of ${count} documents are summarised.`)
    await model.kill("SIGTERM")
    // At most the ten requests that were answered when the first was killed, and not yet on disk, are sent again.
    expect(Number(await model.prints(/(\d+) answered/))).toBeLessThanOrEqual(count + 10)
    const lines = readFileSync(join(project(), "examples/batch/summaries.jsonl"), "utf8").trim().split("\n")
    expect(lines).toHaveLength(count)
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ name: "letter-0001.txt", text: "It is about a late parcel." })
  })

  it("typed-extraction: invoices become objects, with zod, valibot and JSON Schema", async () => {
    const schemas = Object.keys(EXTRACTED).map((name) => [name, start(`typed-extraction/with-${name}.ts`)] as const)
    for (const [name, program] of schemas) {
      expect(await program.ended(), program.printed).toBe(0)
      expect(program.printed).toBe(EXTRACTED[name])
    }
  })
}

/** The model forgets the discount of the second invoice at first, and the check of the zod schema sends it back. */
const EXTRACTED: Readonly<Record<string, string>> = {
  zod: `2026-11-02 Kettle & Co (DE100200300): 2 lines, 103.50 EUR
2026-11-09 Spoon Brothers Ltd (GB400500600): 3 lines, 111.75 EUR
`,
  valibot: `Kettle & Co: 2 kettles, Delivery
Spoon Brothers Ltd: 40 spoons, 1 spoon for soup
`,
  "json-schema": `Kettle & Co gets 103.50 EUR
Spoon Brothers Ltd gets 111.75 EUR
`,
}
