// A process ends by itself as soon as it has nothing to do, and not before.
import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { describe, expect, it } from "vitest"
import { Workshop } from "./workers.ts"

const SOURCE = pathToFileURL(join(import.meta.dirname, "../../packages/agent/src/")).href

/** Runs a program and returns what it printed and how it ended. */
function run(shop: Workshop, body: string): Promise<string> {
  const file = join(shop.folder, "program.ts")
  const imports = ["agent/create-agent", "model/scripted", "store/sqlite"].map(
    (path) => `...(await import("${SOURCE}${path}.ts"))`,
  )
  writeFileSync(
    file,
    `const { createAgent, scripted, sqlite } = { ${imports.join(", ")} }\nconst path = "${shop.folder}/pawl.db"\n${body}`,
  )
  return new Promise((resolve) => {
    execFile(process.execPath, [file], { timeout: 15_000 }, (error, stdout) =>
      resolve(`${stdout}${error === null ? "ended" : `code ${error.code}`}`),
    )
  })
}

describe("a process", { timeout: 30_000 }, () => {
  it.each([
    ["that only opens a store", "await sqlite(path)"],
    [
      "that forgets to close an agent",
      'const agent = await createAgent({ model: scripted(() => "hi"), store: sqlite(path) })\nawait (await agent.open()).ask("go")',
    ],
  ])("%s ends when its work is done", async (_, body) => {
    const shop = new Workshop()
    expect(await run(shop, body)).toBe("ended")
    await shop.close()
  })

  it("that only follows a session of another process stays until it has seen the end", async () => {
    const shop = new Workshop()
    const worker = shop.worker("only")
    const body = `const agent = await createAgent({ model: scripted(() => ""), store: sqlite(path), run: "none" })
const session = await agent.open({ id: "s" })
for await (const event of session.send("hello")) if (event.type === "turn-end") console.log(event.text)
await agent.close()`
    expect(await run(shop, body)).toBe("hello: \nended")
    await worker
    await shop.close()
  })
})
