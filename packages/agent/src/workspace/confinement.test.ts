// Nothing outside the workspace is read or changed, whatever the path is and whatever other processes do meanwhile (F20).
import { spawn } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import type { JsonObject } from "../contracts/json.ts"
import { type Bench, bench, SECRET } from "./__fixtures__/use-tools.ts"

const USES: readonly { readonly name: string; readonly input: (path: string) => JsonObject }[] = [
  { name: "read_file", input: (path) => ({ path }) },
  { name: "write_file", input: (path) => ({ path, content: "broken" }) },
  { name: "edit_file", input: (path) => ({ path, old_text: "secret", new_text: "broken" }) },
  { name: "move_file", input: (path) => ({ from: path, to: "taken.txt" }) },
  { name: "move_file", input: (path) => ({ from: "mine.txt", to: path }) },
  { name: "delete_file", input: (path) => ({ path }) },
  { name: "search_files", input: (path) => ({ pattern: "secret", path }) },
  { name: "list_directory", input: (path) => ({ path }) },
  { name: "run_command", input: (cwd) => ({ command: "true", cwd }) },
]

function prepared(): Bench {
  const made = bench()
  writeFileSync(made.path("mine.txt"), "mine")
  mkdirSync(made.path("sub"))
  symlinkSync(join(made.outside, "secret.txt"), made.path("link.txt"))
  symlinkSync(made.outside, made.path("linked"))
  symlinkSync("../outside", made.path("relative"))
  symlinkSync("../linked", made.path("sub/twice"))
  symlinkSync("/", made.path("top"))
  return made
}

const PATHS: readonly { readonly what: string; readonly path: (made: Bench) => string }[] = [
  { what: "a path upwards", path: () => "../outside/secret.txt" },
  { what: "a path that goes down and then up", path: () => "sub/../../outside/secret.txt" },
  { what: "the folder above", path: () => ".." },
  { what: "an absolute path beside the workspace", path: ({ outside }) => join(outside, "secret.txt") },
  { what: "an absolute path", path: () => "/etc/passwd" },
  {
    what: "a sibling folder whose name begins with the workspace's",
    path: ({ workspace }) => `${workspace}-other/secret.txt`,
  },
  { what: "an absolute path that goes up again", path: ({ workspace }) => `${workspace}/../outside/secret.txt` },
  { what: "a path through a link to a folder", path: () => "linked/secret.txt" },
  { what: "a path through a relative link", path: () => "relative/secret.txt" },
  { what: "a path through a link to a link", path: () => "sub/twice/secret.txt" },
  { what: "a path through a link to the root", path: ({ outside }) => `top${outside}/secret.txt` },
  { what: "a new folder behind a link", path: () => "linked/new/deep.txt" },
  { what: "a zero byte", path: () => "zero\0byte" },
]

describe.each(USES)("$name", ({ name, input }) => {
  it.each(PATHS)("F20: refuses $what, and reveals nothing about the machine", async ({ path }) => {
    const made = prepared()
    const error: unknown = await made.use(name, input(path(made))).then(
      (shown) => expect.fail(`It went through: ${String(shown)}`),
      (reason: unknown) => reason,
    )
    expect(error).toMatchObject({
      code: expect.stringMatching(/^(outside-workspace|symbolic-link|path-invalid|file-kind)$/),
    })
    const { message } = error as Error
    // The path may be repeated as it was given; nothing else of the machine is named.
    expect(message.replaceAll(path(made), "").replaceAll(dirname(path(made)), "")).not.toContain(made.folder)
    expect(message).not.toMatch(/proc\/self|\bat .*:\d+:\d+/)
    expect(readFileSync(join(made.outside, "secret.txt"), "utf8")).toBe(SECRET)
    expect(readdirSync(made.outside)).toEqual(["secret.txt"])
    expect(readFileSync(made.path("mine.txt"), "utf8")).toBe("mine")
  })
})

describe("a link to a file outside", () => {
  it.each(USES.filter(({ name }) => !["delete_file", "run_command", "list_directory"].includes(name)))(
    "is not followed by $name",
    async ({ name, input }) => {
      const made = prepared()
      await expect(made.use(name, input("link.txt"))).rejects.toMatchObject({ code: /symbolic-link|file-exists/ })
      expect(readFileSync(join(made.outside, "secret.txt"), "utf8")).toBe(SECRET)
    },
  )

  it("is deleted itself, and its target stays", async () => {
    const made = prepared()
    expect(await made.use("delete_file", { path: "link.txt" })).toBe("Deleted link.txt (a link; its target stays).")
    expect(await made.use("delete_file", { path: "linked" })).toBe("Deleted linked (a link; its target stays).")
    expect(readFileSync(join(made.outside, "secret.txt"), "utf8")).toBe(SECRET)
  })

  it("is listed without its target, and not searched", async () => {
    const made = prepared()
    const listed = String(await made.use("list_directory", {}))
    expect(listed).toContain("linked -> (outside the workspace)")
    expect(listed).not.toContain(made.outside)
    expect(await made.use("search_files", { pattern: "secret" })).toBe("[No matches.]")
  })
})

describe("a path inside the workspace", () => {
  it.each([
    { path: () => "sub/../mine.txt" },
    { path: () => "./mine.txt" },
    { path: () => "no/such/folder/../../../mine.txt" },
    { path: ({ workspace }: Bench) => `${workspace}/mine.txt` },
    { path: () => "..mine" },
    { path: () => "with space/ünïcödé 🎉.txt" },
    { path: () => "-rf" },
  ])("is allowed", async ({ path }) => {
    const made = prepared()
    await made.use("write_file", { path: path(made), content: "mine" })
    expect(await made.use("read_file", { path: path(made) })).toBe("mine")
  })

  it("may begin with the workspace as configured, even if that is a link", async () => {
    const made = prepared()
    const alias = join(made.folder, "alias")
    symlinkSync(made.workspace, alias)
    const { builtinTools } = await import("./builtin-tools.ts")
    const [read] = builtinTools({ workspace: alias })
    for (const path of [`${alias}/mine.txt`, `${made.workspace}/mine.txt`, "mine.txt"]) {
      expect(await read!.run({ path } as never, {} as never)).toBe("mine")
    }
  })
})

describe.runIf(process.platform === "linux")("a folder that another process keeps swapping for a link", () => {
  const SWAPPER = `
    const fs = require("node:fs")
    const [, real, aside, outside] = process.argv
    process.send("ready")
    const attempt = (act) => { try { act() } catch {} }
    for (let round = 0; ; round++) {
      // A writer may have made the folder anew meanwhile: then the old one goes.
      attempt(() => fs.existsSync(aside) && fs.rmSync(aside, { recursive: true }))
      attempt(() => fs.renameSync(real, aside))
      attempt(() => fs.symlinkSync(outside, real))
      for (let wait = 0; wait < (round % 50) * 100; wait++);
      attempt(() => fs.unlinkSync(real))
      attempt(() => fs.renameSync(aside, real))
      for (let wait = 0; wait < (round % 70) * 100; wait++);
    }`

  it("never leads outside, whether a tool reads, writes, edits, moves, deletes or searches", async () => {
    const made = bench()
    for (const folder of ["swapped", "other"]) mkdirSync(made.path(folder))
    writeFileSync(made.path("swapped/secret.txt"), "inside")
    const swapper = spawn(process.execPath, ["-e", SWAPPER, made.path("swapped"), made.path("aside"), made.outside], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    })
    await new Promise((resolve) => swapper.once("message", resolve))
    const seen = { done: 0, refused: 0 }
    const attempt = async (name: string, input: JsonObject) => {
      await made.use(name, input).then(
        (shown) => {
          seen.done++
          expect(String(shown)).not.toContain(SECRET)
        },
        () => seen.refused++,
      )
    }
    try {
      for (let round = 0; round < 300; round++) {
        const path = "swapped/secret.txt"
        await attempt("read_file", { path })
        await attempt("write_file", { path, content: "inside secret" })
        await attempt("edit_file", { path, old_text: "secret", new_text: "text" })
        await attempt("write_file", { path: `swapped/new-${round}/x.txt`, content: "x" })
        await attempt("list_directory", { path: "swapped" })
        if (round % 100 === 0) await attempt("search_files", { pattern: "secret of", path: "swapped" })
        await attempt("move_file", { from: path, to: "other/moved.txt" })
        await attempt("move_file", { from: "other/moved.txt", to: path })
        await attempt("delete_file", { path })
      }
    } finally {
      swapper.kill("SIGKILL")
      await new Promise((resolve) => swapper.once("exit", resolve))
    }
    // Both must have happened, otherwise the test proves nothing.
    expect(seen.done).toBeGreaterThan(20)
    expect(seen.refused).toBeGreaterThan(20)
    expect(readdirSync(made.outside)).toEqual(["secret.txt"])
    expect(readFileSync(join(made.outside, "secret.txt"), "utf8")).toBe(SECRET)
  }, 60_000)

  it("replaceFile writes to the open folder even if a link has taken its name", async () => {
    const made = bench()
    const { withPlace } = await import("./confined/open-folder.ts")
    const { replaceFile } = await import("./confined/files.ts")
    const { workspaceAt } = await import("./confined/workspace.ts")
    mkdirSync(made.path("sub"))
    await withPlace(workspaceAt(made.workspace), "sub/f", async (place) => {
      // The folder is open: from now on its name does not matter.
      renameSync(made.path("sub"), made.path("moved"))
      symlinkSync(made.outside, made.path("sub"))
      await replaceFile(place, Buffer.from("new"))
    })
    expect(readFileSync(made.path("moved/f"), "utf8")).toBe("new")
    expect(readdirSync(made.outside)).toEqual(["secret.txt"])
    rmSync(made.path("sub"))
  })
})
