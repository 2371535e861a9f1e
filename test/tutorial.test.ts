// Follows docs/guide/tutorial.md as a reader would: writes its
// files, runs its commands in order, and compares their output.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const ROOT = fileURLToPath(new URL("../", import.meta.url))
const PAGE = readFileSync(join(ROOT, "docs/guide/tutorial.md"), "utf8")

interface Block {
  readonly language: string
  readonly body: string
}

const blocks: readonly Block[] = [...PAGE.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
  ([, language = "", body = ""]) => ({ language, body }),
)
const files = blocks.filter(({ language }) => language === "ts")
const steps = blocks.flatMap(({ language, body }, at) => {
  const next = blocks[at + 1]
  return language === "sh" && next?.language === "text" ? [{ command: body.trim(), prints: next.body }] : []
})

describe("the tutorial", () => {
  let folder: string

  beforeAll(() => {
    // Inside the checkout, so that the packages resolve; ignored by git and by the linter.
    mkdirSync(join(ROOT, ".pawl"), { recursive: true })
    folder = mkdtempSync(join(ROOT, ".pawl", "tutorial-"))
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }')
    for (const { body } of files) writeFileSync(join(folder, /^\/\/ (\S+)\n/.exec(body)?.[1] ?? "unnamed.ts"), body)
    for (const [, line = "", file = ""] of PAGE.matchAll(/^echo "(.*)" > (office\/\S+)$/gm)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), `${line}\n`)
    }
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("has five programs, and six commands with their output", () => {
    expect(files.map(({ body }) => body.split("\n")[0])).toEqual(
      ["tools", "model", "assistant", "look", "undo"].map((name) => `// ${name}.ts`),
    )
    expect(steps.map(({ command }) => command)).toEqual([
      "CRASH=Ada node assistant.ts",
      "cat bank.txt",
      "node assistant.ts",
      "cat bank.txt",
      "node look.ts | tail -n +9 | head -n 10",
      "node undo.ts",
    ])
  })

  it.each(steps)("shows what `$command` prints", ({ command, prints }) => {
    const { stdout, stderr } = spawnSync(
      "bash",
      ["-c", command.replace(/\bnode\b/, '"$NODE" --conditions=@pawl/source')],
      {
        cwd: folder,
        encoding: "utf8",
        input: "y\n".repeat(10),
        env: { PATH: process.env.PATH, HOME: folder, NODE: process.execPath },
      },
    )
    expect(stdout + stderr.replace(/^.*Killed.*\n/m, "")).toBe(prints)
  })

  it("stops when the reader says no, and pays nothing", () => {
    const other = join(folder, "denied")
    mkdirSync(join(other, "office/inbox"), { recursive: true })
    for (const { body } of files) writeFileSync(join(other, /^\/\/ (\S+)\n/.exec(body)?.[1] ?? ""), body)
    for (const name of ["ada.txt", "bob.txt"]) writeFileSync(join(other, "office/inbox", name), "Invoice\n")
    const { stdout } = spawnSync(process.execPath, ["--conditions=@pawl/source", "assistant.ts"], {
      cwd: other,
      encoding: "utf8",
      input: "n\n",
      env: { PATH: process.env.PATH, HOME: folder },
    })
    expect(stdout).toMatch(/pay_invoice: denied\nI stopped, because you said no\.\n$/)
    expect(existsSync(join(other, "bank.txt"))).toBe(false)
  })

  it("leaves the input files unchanged, and each payment is made once", () => {
    expect(readFileSync(join(folder, "office/inbox/ada.txt"), "utf8")).toContain("40 EUR")
    expect(readFileSync(join(folder, "bank.txt"), "utf8")).toBe("Ada: 40 EUR\nBob: 25 EUR\n")
  })
})
