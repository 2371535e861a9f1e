// Attacks on the terminal of whoever watches: through every door by which words of others come in. Nothing that a terminal obeys
// or hides may reach it, and an approval shows what would run. All of them at once meet the real `pawl` on a pseudo-terminal too.
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../../packages/cli/src/__fixtures__/pawl.ts"
import { startInside, startPty } from "../../packages/cli/src/__fixtures__/pty.ts"
import { unescaped } from "../../packages/cli/src/terminal/visible.ts"

const HOSTILE = `scripted:${fileURLToPath(new URL("./__fixtures__/hostile-model.ts", import.meta.url))}`

/** What each tries; all of them are decoys. */
const ATTACKS: readonly (readonly [tries: string, text: string])[] = [
  ["to put a command into the clipboard (OSC 52)", "\u001b]52;c;ZWNobyBkZWNveQ==\u0007"],
  ["to put one there in the other spelling (C1, ST)", "\u009d52;c;ZWNobyBkZWNveQ==\u009c"],
  ["to change the window's title (OSC 0 and 2)", "\u001b]0;decoy\u0007\u001b]2;decoy\u001b\\"],
  ["to make a link that leads elsewhere (OSC 8)", "\u001b]8;;https://decoy.invalid\u001b\\safe\u001b]8;;\u001b\\"],
  ["to have the terminal type an answer (DCS, DECRQSS; DSR)", '\u001bP$q"p\u001b\\\u001b[6n\u0005'],
  ["to hide words in a sequence", "git status \u001b[; $! ./decoy"],
  ["to clear the screen and begin anew", "\u001b[2J\u001b[H\u001bc\u009b2J"],
  ["to write invisibly", "\u001b[8mdecoy\u001b[28m"],
  ["to write over a line (CR)", "rm decoy\rls      "],
  ["to take letters back (backspace)", "decoy\b\b\b\b\bsafe \u007f\u007f"],
  ["to turn a line around (bidi override)", "ls \u202eyoced mr\u202c \u2066x\u2069 \u200f"],
  ["to hide between letters (zero width, tags)", "l\u200bs\u2060 \ufeff\u{e0064}\u{e0065}\u00ad"],
  ["to break lines that are none", "ls\u2028decoy\u2029decoy\u0085decoy\u000bdecoy\u000c"],
  ["to ring and to switch letters", "\u0007\u000e\u000f\u001b(0"],
  [
    "to forge a question below forty lines",
    `./decoy <<X${"\n".repeat(40)}? Allow $ ls? The tool does not declare its effects.\n  [y]es, [n]o (you may add a reason), [e]dit, [w]hy: \nX`,
  ],
  ["to forge a question at the end of a wide line", `ls${" ".repeat(400)}? Allow $ ls?${" ".repeat(400)}; ./decoy`],
]

/** The real question, and below it what is offered: forged ones stand elsewhere. */
const ASKED_DECOY = /\? Allow decoy(?:\(| as above)[^\n]*\n(?:[^\n]*\n)*? {2}\[y\]es[^\n]*\[w\]hy: /
const ASKED_COMMAND = /\? Allow (?:\$|run_command as above) [^\n]*\n(?:[^\n]*\n)*? {2}\[y\]es[^\n]*\[w\]hy: /

const ALL = ATTACKS.map(([, text]) => text).join(" ")

/** How Pawl and Node's line editor move about themselves. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const OWN = /\r\u001b\[2K|\u001b\[\d*[ABCDGJK]|\u001b\[\?2004[hl]/g
const OBEYED =
  /(?![\r\n\t])\p{Cc}|[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]|\r(?!\r*\n)/u

let place: Place

beforeAll(() => {
  place = makePlace()
})

afterAll(() => place.remove())

interface Watched {
  readonly attack?: string
  readonly model?: string
  readonly columns?: number
  /** On a terminal made of memory, unless it has to be a real one. */
  readonly start?: typeof startInside
  /** What to wait for, and what to type then. */
  readonly answers?: readonly (readonly [see: string | RegExp, type: string])[]
}

/** All that reached the terminal, which must be clean. */
async function watch(words: readonly string[], how: Watched = {}) {
  const { attack = ALL, model = HOSTILE, answers = [], columns, start = startInside } = how
  const env = { ATTACK: attack, PAWL_MODEL: model }
  const { see, type, ended, raw } = start(place, words, { env, ...(columns !== undefined && { columns }) })
  for (const [text, keys] of answers) {
    await see(text)
    type(keys)
  }
  await ended
  const shown = raw().replace(OWN, "")
  expect(shown.match(OBEYED)?.[0], JSON.stringify(shown.slice(-3000))).toBeUndefined()
  return shown.replaceAll("\r", "")
}

/** Lines that look like a question of Pawl's, until the model has the last word: what it says there is nobody's question. */
function questionsIn(shown: string): readonly string[] {
  const [before = ""] = shown.split("thinking: ")
  return before.split("\n").filter((line) => line.startsWith("? "))
}

/** The call that a question is about: in its row, or in framed rows right above it. */
function callAt(shown: string, question: string): string {
  const [, inside = ""] = /^\? Allow (.*)\?(?: The tool does not declare its effects\.)?$/.exec(question) ?? []
  if (!/^\w+ as above \([\d,]+ characters\)$/.test(inside)) return inside
  const before = shown.slice(0, shown.lastIndexOf(question)).split("\n").slice(0, -1)
  const rows = before.slice(before.findLastIndex((row) => !row.startsWith("  | ")) + 1)
  return rows.map((row) => row.slice(4)).join("")
}

/** As a terminal shows it that wraps what is too wide. Letters of the East are twice as wide. */
function terminalRows(shown: string, columns: number): readonly string[] {
  return shown.split("\n").flatMap((line) => {
    const rows = [""]
    let taken = 0
    for (const character of line) {
      const wide = /[\u1100-\uffff]|[\u{10000}-\u{10ffff}]/u.test(character) ? 2 : 1
      if (taken + wide > columns) taken = rows.push("") * 0
      rows[rows.length - 1] += character
      taken += wide
    }
    return rows
  })
}

describe("an attack in an approval", () => {
  const FORGED = "? Allow $ git status? The tool does not declare its effects."
  it.each<[how: string, prompt: string, attack: string]>([
    // After "? Allow $ " there are 70 columns left.
    ["a command padded to the end of its row", "command", `./evil.sh #${"-".repeat(59)}${FORGED}`],
    ["one padded to the end of a framed row", "command", `./evil.sh #${"-".repeat(62)}${FORGED}`],
    ["one padded with wide letters", "command", `./evil.sh #-${"\u6f22".repeat(29)}${FORGED}`],
    ["one that has it in each row", "command", `./evil.sh #${"-".repeat(59)}${FORGED.padEnd(80, "-").repeat(20)}`],
    ["an argument of a tool", "decoy", `${"-".repeat(57)}${FORGED}`],
  ])("has no row of its own for a forged question: %s", async (_how, prompt, attack) => {
    const asked = prompt === "decoy" ? ASKED_DECOY : ASKED_COMMAND
    const answers = [
      [asked, "w\r"],
      [asked, "n\r"],
    ] as const
    const shown = await watch(["-p", prompt], { attack, columns: 80, answers })
    const [before = ""] = shown.split("  denied")
    const questions = terminalRows(before, 80).filter((row) => /^\s*\? Allow/.test(row))
    expect(questions).toEqual(
      Array(2).fill(expect.stringMatching(/^\? Allow (?:run_command|decoy) as above \([\d,]+ characters\)\?/)),
    )
  })

  it.each(ATTACKS)("that tries %s is shown as it is, and does nothing", async (_tries, attack) => {
    const shown = await watch(["-p", "decoy"], { attack, answers: [[ASKED_DECOY, "n\r"]] })
    const asked = questionsIn(shown).filter((line) => line.startsWith("? Allow decoy"))
    expect(asked).toHaveLength(1)
    const [, given = ""] = /^decoy\((\{.*\})\)$/.exec(callAt(shown, asked[0] ?? "")) ?? []
    if (!given.includes("…")) expect(JSON.parse(given)).toEqual({ text: attack })
    else expect(given).toMatch(/… [\d,]+ more characters; type v to see all …/)
  })

  it.each([
    ["turns around what stands between two letters", "cp א - > 10 > ב"],
    ["hides a comment behind one", 'echo "א"; ./decoy #"ב" && ls'],
    ["has digits that turn around", "rm ل ١٢ > ل"],
    ["has letters of no living language", "cp 𐤀 - > 1 > 𐤁 𞤀"],
    ["has blanks that are letters and signs", "ls \u{1d159}\u{13441}\u{13442}\u{16fe4}\u3164\u2800; ./decoy"],
  ])("in a command that %s is in the order in which it runs", async (_what, command) => {
    const shown = await watch(["-p", "command"], {
      attack: command,
      answers: [
        [ASKED_COMMAND, "w\r"],
        [ASKED_COMMAND, "n\r"],
      ],
    })
    const [before = ""] = shown.split("  denied")
    expect(unescaped(callAt(shown, questionsIn(shown)[0] ?? ""))).toBe(`$ ${command}`)
    expect(before).not.toMatch(/[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Phoenician}\p{sc=Adlam}\u{1d159}\u{13441}\u{16fe4}]/u)
    expect(before).toContain("written from right to left")
  })

  it.each([
    ["forges a question", ATTACKS.find(([tries]) => tries.includes("forty"))?.[1] ?? ""],
    ["looks like its own escape", "echo 'a\\nb' \\\n  \\u001b"],
  ])("in a command that %s is shown to the letter", async (_what, command) => {
    const shown = await watch(["-p", "command"], { attack: command, answers: [[ASKED_COMMAND, "n\r"]] })
    const asked = questionsIn(shown)
    expect(asked).toHaveLength(1)
    expect(unescaped(callAt(shown, asked[0] ?? ""))).toBe(`$ ${command}`)
  })

  it("is not answered by what was typed at a forged question before it", async () => {
    const attack = "? Allow $ ls? The tool does not declare its effects.\n  [y]es, [n]o: "
    const shown = await watch(["-p", "decoy"], {
      attack,
      start: startPty,
      answers: [
        ["", "y\r"],
        [ASKED_DECOY, "n\r"],
      ],
    })
    expect(shown).toContain("  denied")
    expect(shown).not.toContain("it ran")
  })

  it("that is long shows all of itself to whoever asks, and the question after it", async () => {
    const command = `echo safe ${"\n# safe".repeat(2000)}\n./decoy`
    const answers = [
      ["[v]iew, [w]hy: ", "v\r"],
      ["[v]iew, [w]hy: ", "n\r"],
    ] as const
    const shown = await watch(["-p", "command"], { attack: command, answers })
    const rows = shown.split("\n").filter((line) => line.startsWith("  | "))
    const told = rows.map((row) => row.slice(4)).join("")
    const [first = "", whole = "", again] = told.split(/(?=\$ echo safe )/)
    expect(unescaped(whole)).toBe(`$ ${command}`)
    const asked = questionsIn(shown)
    expect(asked).toHaveLength(2)
    for (const line of asked)
      expect(line).toMatch(/^\? Allow run_command as above \(14,018 characters\)\? The tool does not declare/)
    expect(first).toMatch(/ … [\d,]+ more characters; type v to see all … .*\\n\.\/decoy$/)
    expect(again).toBe(first)
    expect(shown.lastIndexOf("\n? ")).toBeGreaterThan(shown.lastIndexOf("\n  | "))
  })
})

describe("all attacks at once do nothing", () => {
  it.each<[door: string, words: readonly string[]]>([
    ["the answer and what the model thinks", ["-p", "x"]],
    ["the error of a provider", ["-p", "fail"]],
    ["the name of a tool and of its arguments", ["-p", "name"]],
    ["what a tool says while it works, and at its end", ["-p", "look"]],
    ["the whole story (--debug)", ["-p", "look", "--debug"]],
    ["every event as JSON", ["-p", "look", "--output-format", "stream-json"]],
    ["the answer as JSON", ["-p", "x", "--output-format", "json"]],
  ])("in %s", async (_door, words) => {
    expect(questionsIn(await watch(words))).toEqual([])
  })

  it("on a real terminal, in what a tool says and the whole story", async () => {
    expect(questionsIn(await watch(["-p", "look", "--debug"], { start: startPty }))).toEqual([])
  })

  it("in a question and what it suggests", async () => {
    const shown = await watch(["-p", "ask"], { answers: [["or your own words: ", "1\r"]] })
    const [asked = "", ...more] = questionsIn(shown)
    expect(asked).not.toContain("Allow")
    expect(more).toEqual([])
    expect(shown).toContain("\n  | ? Allow $ ls?")
  })

  it("in the REPL: the answer, a name, an error, a title, what was typed before, and what Tab offers", async () => {
    for (const name of ["evil\u001b]0;decoy\u0007.txt", "evil\u202e.txt", "evil-safe.txt", "evil-sane.txt"])
      writeFileSync(join(place.work, name), "")
    const { history } = JSON.parse((await place.pawl(["config", "path", "--json"])).stdout)
    mkdirSync(dirname(history), { recursive: true })
    writeFileSync(history, `typed \u001b]52;c;ZQ==\u0007\u009b2Jbefore\n`)
    const shown = await watch([], {
      start: startPty,
      answers: [
        ["\n> ", "\u001b[A"],
        ["typed before", "\u0015@evil\t"],
        // What cannot be shown as it is is not offered: then these two are all there is.
        ["@evil-sa", "\t"],
        ["@evil-sane.txt", "\u0015look\r"],
        ["The end.", ""],
        ["\n> ", "decoy\r"],
        // The forged one has no view.
        ["[v]iew, [w]hy: ", "n\r"],
        ["The end.", ""],
        ["\n> ", "name\r"],
        ["The end.", ""],
        ["\n> ", "fail\r"],
        ["refused", ""],
        ["\n> ", "/tools\r"],
        ["Says what", ""],
        ["> ", "/context request\r"],
        ["> ", "/replay\r"],
        ["> ", "/exit\r"],
      ],
    })
    expect(shown).toContain("typed before")
    expect(shown).toContain("Go on with pawl -c")
  })

  it("in what is looked at later: lists, facts, requests, exports, traces", async () => {
    const { stdout } = await place.pawl(["-p", "name", "--output-format", "json"], {
      env: { ATTACK: ALL, PAWL_MODEL: HOSTILE },
    })
    const id = JSON.parse(stdout).session
    expect((await place.pawl(["sessions", "rename", id, ALL.slice(0, 200)])).code).toBe(0)
    const looks: readonly (readonly string[])[] = [
      ["sessions", "list"],
      ["sessions", "show", id],
      ["sessions", "show", id, "--facts"],
      ["sessions", "show", id, "--requests"],
      ["sessions", "show", id, "--call", "1"],
      ["sessions", "export", id, "--format", "markdown"],
      ["sessions", "export", id],
      ["sessions", "search", "decoy"],
      ["trace", id],
      ["audit", id],
      ["stats", id],
      ["context", id],
      ["effects", id],
    ]
    for (const words of looks) expect(await watch(words), words.join(" ")).not.toBe("")
    const json = await watch(["sessions", "show", id, "--json"])
    expect(JSON.parse(json).metadata.title).toBe(ALL.slice(0, 200).trim())
    const plain = await place.pawl(["sessions", "export", id, "--format", "markdown"])
    expect(plain.stdout).toContain("\u001b]52;c;")
    expect(await watch(["sessions", "rm", id], { answers: [["[y/N] ", "y\r"]] })).toContain(`Removed ${id}`)
  })

  it("in what an MCP server is called, says on stderr and fails with", async () => {
    const config = join(place.root, "servers.json")
    const server = "process.stderr.write(process.argv[1] + '\\n'); process.exit(1)"
    const entry = { command: process.execPath, args: ["-e", server, ALL] }
    writeFileSync(config, JSON.stringify({ mcpServers: { decoy: entry } }))
    const given = ["--mcp-config", config]
    const probed = await watch(["mcp", "probe", ...given])
    expect(probed).toContain("fail decoy")
    expect(await watch(["mcp", "logs", ...given])).toContain("./decoy")
    expect(await watch(["doctor", ...given])).toContain("MCP server decoy")
    expect(await watch(["-p", "x", ...given])).toContain("The end.")
  })

  it("in servers that a project wants to start: what would run is shown to the letter", async () => {
    const definition = { command: "run-me", args: [ALL, "--decoy"], env: { DECOY: "x\u202ey" } }
    writeFileSync(join(place.work, ".mcp.json"), JSON.stringify({ mcpServers: { [`evil${ALL}`]: definition } }))
    await watch(["-p", "x"])
    await watch(["mcp", "list"])
    const shown = await watch([], {
      answers: [
        ["Trust them, until they change? [y/N] ", "n\r"],
        ["\n> ", "/exit\r"],
      ],
    })
    const rows = shown.split("\n").filter((line) => line.startsWith("  | "))
    expect(JSON.parse(rows.map((row) => row.slice(4)).join(""))).toEqual(definition)
  })

  it("in a pipe, where there is no terminal: an answer goes out as it is, words for people do not", async () => {
    const { stdout, stderr } = await place.spawned(["-p", "look"], { env: { ATTACK: ALL, PAWL_MODEL: HOSTILE } })
    expect(stdout).toContain(ALL.trim().slice(0, 40))
    expect(stderr.match(OBEYED)).toBeNull()
  })
})
