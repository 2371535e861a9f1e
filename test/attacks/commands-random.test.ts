// Random command lines, of the programs of the table and of what an attacker might add. A line that runs without
// approval has only words of the table and paths of the workspace; when it runs, it shows no decoy and changes nothing.
import { readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { expect, it, vi } from "vitest"
import { KNOWN_PROGRAMS } from "../../packages/agent/src/features/approval/policy/known-programs.ts"
import { pathFor } from "../../packages/agent/src/workspace/command/__fixtures__/modes.ts"
import { type Attacked, DECOY, repository } from "./__fixtures__/attacked.ts"

/** Deterministic, so that a failing line can be found again. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const OPERANDS = [
  ...[
    "a.txt",
    "d",
    "d/b.txt",
    ".",
    "inner",
    "none",
    "link",
    "folder",
    "folder/secret.txt",
    "dangling",
    "chain",
    "HEAD",
  ],
  ...[
    "HEAD~1",
    "HEAD:a.txt",
    "main..",
    "../outside/secret.txt",
    "/etc/hostname",
    "~",
    "~/x",
    "-",
    "--",
    ":/",
    ":(top)a",
    ".env",
  ],
  ...[
    "d/../../outside/secret.txt",
    "./link",
    "one",
    "5",
    "'a b'",
    '"link"',
    "lin\\k",
    "'-f'",
    "-5",
    "--no-index",
    "/dev/null",
  ],
]
const OPTIONS = [
  ...[
    "-f",
    "-R",
    "-L",
    "-H",
    "-P",
    "-O",
    "-Oa.txt",
    "-G",
    "-Gone",
    "-S",
    "-c",
    "-C",
    "-v",
    "-o",
    "-e",
    "-A",
    "-n",
    "-u",
    "-U",
  ],
  ...[
    "--output=x",
    "--ext-diff",
    "--textconv",
    "--no-index",
    "--exec=x",
    "--files0-from=link",
    "--file=link",
    "--follow",
  ],
  ...[
    "--exclude-from=link",
    "--dereference",
    "--show-signature",
    "--submodule=diff",
    "--pathspec-from-file=link",
    "--help",
  ],
  ...[
    "-rf",
    "-nr",
    "-la",
    "-1",
    "-n5",
    "-A3",
    "-e one",
    "-e -f",
    "-e -A 5",
    "-A -r",
    "--stat",
    "-p",
    "--",
    "--color=always",
  ],
]

function randomLine(pick: (below: number) => number): string {
  const from = (list: readonly string[]) => list[pick(list.length)] ?? ""
  const names = Object.keys(KNOWN_PROGRAMS)
  const command = () => {
    const name = from(names)
    const { letters = "", valued = {}, long = [], longValued = {} } = KNOWN_PROGRAMS[name] ?? {}
    const own = [
      ...[...letters].map((letter) => `-${letter}`),
      ...Object.keys(valued).flatMap((letter) => [`-${letter}`, `-${letter}3`, `-${letter} 3`]),
      ...long,
      ...Object.keys(longValued).flatMap((each) => [each, `${each}=3`, `${each}=link`, `${each} link`, `${each}=auto`]),
      "",
    ]
    const words = Array.from({ length: pick(5) }, () =>
      from([own, own, OPTIONS, OPERANDS, OPERANDS][pick(5)] ?? OPERANDS),
    )
    return [name, ...words].join(" ")
  }
  const glue = from(["", "", "", " | ", " && ", "; ", " & ", " > ", "\n", " $(", " || "])
  return glue === "" ? command() : `${command()}${glue}${command()}`
}

function prepared(): Attacked {
  const made = repository()
  made.put("d/b.txt", "one\n")
  made.put("a b", "one\n")
  made.put(".env", `KEY=${DECOY}\n`)
  made.put("x", "")
  symlinkSync("a.txt", join(made.workspace, "inner"))
  symlinkSync(join(made.outside, "secret.txt"), join(made.workspace, "link"))
  // A number may be taken for a value, or for a path.
  symlinkSync(join(made.outside, "secret.txt"), join(made.workspace, "5"))
  symlinkSync(join(made.outside, "secret.txt"), join(made.workspace, "3"))
  symlinkSync("link", join(made.workspace, "chain"))
  symlinkSync(join(made.outside, "none"), join(made.workspace, "dangling"))
  symlinkSync(made.outside, join(made.workspace, "folder"))
  return made
}

const fileStates = ({ workspace }: Attacked) =>
  readdirSync(workspace, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .map((path) => `${path} ${statSync(path).mtimeMs} ${readFileSync(path, "latin1").length}`)

it("random lines that run without approval have only words of the table and paths of the workspace", () => {
  const made = prepared()
  const { asks } = made.tools()
  const pick = randomFrom(20_260_801)
  let unasked = 0
  for (let round = 0; round < 20_000; round++) {
    const command = randomLine(pick)
    if (asks("run_command", { command })) continue
    unasked++
    // A grep pattern may look like anything.
    if (!command.includes("grep")) expect(command).not.toMatch(/(?:^|[\s'"])[/~]|(?:^|\/)\.\.(?:\/|$|\s)/)
    expect(command).not.toMatch(/[<>`$]|(?<!&)&(?!&)/)
    for (const part of command.split(/\s*(?:\|\||&&|[|;\n])\s*/)) expectWordsOfTable(part)
  }
  expect(unasked).toBeGreaterThan(1000)
})

/** Checks each word against the table's entries, without the parser under test. */
function expectWordsOfTable(part: string): void {
  const words = part.split(/\s+/).filter((word) => word !== "")
  const name = words[0] === "git" ? `git ${words[1]}` : (words[0] ?? "")
  const known = KNOWN_PROGRAMS[name]
  expect(known, part).toBeDefined()
  const { letters = "", valued = {}, long = [], longValued = {} } = known ?? { operands: "none" }
  const end = words.indexOf("--")
  for (const word of words.slice(name.split(" ").length, end === -1 ? undefined : end)) {
    if (word.startsWith("--")) {
      const [option = "", value] = word.split("=")
      expect(value === undefined ? long.includes(option) : longValued[option]?.test(value), part).toBe(true)
    } else if (/^-[A-Za-z]/.test(word)) {
      const [first = ""] = /^-[A-Za-z]/.exec(word) ?? []
      const letter = first.slice(1)
      expect(letters.includes(letter) || Object.hasOwn(valued, letter), part).toBe(true)
    }
  }
}

it("random lines that run without approval show no decoy and change nothing", async () => {
  vi.stubEnv("PATH", pathFor("not confined"))
  try {
    const made = prepared()
    const { asks, use } = made.tools()
    const before = fileStates(made)
    const pick = randomFrom(15)
    for (let ran = 0; ran < 100; ) {
      const command = randomLine(pick)
      // This includes searches of the whole folder, which would find the decoy in it.
      if (asks("run_command", { command })) continue
      ran++
      const shown = await use("run_command", { command, timeout_ms: 10_000 })
      expect(shown, command).not.toContain(DECOY)
      expect(shown, command).not.toContain("Timed out")
    }
    expect(fileStates(made)).toEqual(before)
  } finally {
    vi.unstubAllEnvs()
  }
})

it("random grep lines that run without approval show no decoy of another folder", async () => {
  vi.stubEnv("PATH", pathFor("not confined"))
  try {
    const made = prepared()
    rmSync(join(made.workspace, ".env"))
    const { asks, use } = made.tools()
    const pick = randomFrom(7)
    for (let ran = 0; ran < 40; ) {
      const command = randomLine(pick)
      if (!command.startsWith("grep") || asks("run_command", { command })) continue
      ran++
      expect(await use("run_command", { command, timeout_ms: 10_000 }), command).not.toContain(DECOY)
    }
  } finally {
    vi.unstubAllEnvs()
  }
})
