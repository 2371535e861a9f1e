// Attacks on the user's terminal, through every input that brings in untrusted text.
// Nothing that a terminal obeys or hides may reach it, and an approval shows what
// would run. All attacks at once also meet the real `pawl` on a pseudo-terminal.
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../../packages/cli/src/__fixtures__/pawl.ts"
import { startInside, startPty } from "../../packages/cli/src/__fixtures__/pty.ts"
import { unescaped } from "../../packages/cli/src/terminal/visible.ts"

const HOSTILE = `scripted:${fileURLToPath(new URL("./__fixtures__/hostile-model.ts", import.meta.url))}`

/** What each attack tries; all of them are decoys. */
const ATTACKS: readonly (readonly [tries: string, text: string])[] = [
  ["to put a command into the clipboard (OSC 52)", "\u001b]52;c;ZWNobyBkZWNveQ==\u0007"],
  ["to put a command into the clipboard in the other spelling (C1, ST)", "\u009d52;c;ZWNobyBkZWNveQ==\u009c"],
  ["to change the window's title (OSC 0 and 2)", "\u001b]0;decoy\u0007\u001b]2;decoy\u001b\\"],
  ["to make a link that leads elsewhere (OSC 8)", "\u001b]8;;https://decoy.invalid\u001b\\safe\u001b]8;;\u001b\\"],
  ["to have the terminal type an answer (DCS, DECRQSS; DSR)", '\u001bP$q"p\u001b\\\u001b[6n\u0005'],
  ["to hide words in a sequence", "git status \u001b[; $! ./decoy"],
  ["to clear the screen", "\u001b[2J\u001b[H\u001bc\u009b2J"],
  ["to write invisibly", "\u001b[8mdecoy\u001b[28m"],
  ["to overwrite a line (CR)", "rm decoy\rls      "],
  ["to erase letters (backspace)", "decoy\b\b\b\b\bsafe \u007f\u007f"],
  ["to reverse a line (bidi override)", "ls \u202eyoced mr\u202c \u2066x\u2069 \u200f"],
  ["to hide between letters (zero width, tags)", "l\u200bs\u2060 \ufeff\u{e0064}\u{e0065}\u00ad"],
  ["to forge line breaks", "ls\u2028decoy\u2029decoy\u0085decoy\u000bdecoy\u000c"],
  ["to ring the bell and switch character sets", "\u0007\u000e\u000f\u001b(0"],
  [
    "to forge a question below forty lines",
    `./decoy <<X${"\n".repeat(40)}? Allow $ ls? The tool does not declare its effects.\n  [y]es, [n]o (you may add a reason), [e]dit, [w]hy: \nX`,
  ],
  ["to forge a question at the end of a wide line", `ls${" ".repeat(400)}? Allow $ ls?${" ".repeat(400)}; ./decoy`],
]

/** The real question with the choices below it. Forged questions stand elsewhere. */
const ASKED_DECOY = /\? Allow decoy(?:\(| as above)[^\n]*\n(?:[^\n]*\n)*? {2}\[y\]es[^\n]*\[w\]hy: /
const ASKED_COMMAND = /\? Allow (?:\$|run_command as above) [^\n]*\n(?:[^\n]*\n)*? {2}\[y\]es[^\n]*\[w\]hy: /

const ALL = ATTACKS.map(([, text]) => text).join(" ")

/** Sequences with which Pawl and Node's line editor move the cursor themselves. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const OWN_SEQUENCES = /\r\u001b\[2K|\u001b\[\d*[ABCDGJK]|\u001b\[\?2004[hl]/g
const FORBIDDEN =
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
  /** A terminal in memory, unless the test needs a real one. */
  readonly start?: typeof startInside
  /** Text to wait for, and what to type then. */
  readonly answers?: readonly (readonly [see: string | RegExp, type: string])[]
}

/** Runs pawl and returns all that reached the terminal, after checking that it is clean. */
async function watch(words: readonly string[], how: Watched = {}) {
  const { attack = ALL, model = HOSTILE, answers = [], columns, start = startInside } = how
  const env = { ATTACK: attack, PAWL_MODEL: model }
  const { see, type, ended, raw } = start(place, words, { env, ...(columns !== undefined && { columns }) })
  for (const [text, keys] of answers) {
    await see(text)
    type(keys)
  }
  await ended
  const shown = raw().replace(OWN_SEQUENCES, "")
  expect(shown.match(FORBIDDEN)?.[0], JSON.stringify(shown.slice(-3000))).toBeUndefined()
  return shown.replaceAll("\r", "")
}

/** Lines that look like a question from Pawl, up to the model's last answer: a question in that is not Pawl's. */
function questionsIn(shown: string): readonly string[] {
  const [before = ""] = shown.split("thinking: ")
  return before.split("\n").filter((line) => line.startsWith("? "))
}

/** The call that a question is about: in its row, or in framed rows directly above it. */
function callAt(shown: string, question: string): string {
  const [, inside = ""] = /^\? Allow (.*)\?(?: The tool does not declare its effects\.)?$/.exec(question) ?? []
  if (!/^\w+ as above \([\d,]+ characters\)$/.test(inside)) return inside
  const before = shown.slice(0, shown.lastIndexOf(question)).split("\n").slice(0, -1)
  const rows = before.slice(before.findLastIndex((row) => !row.startsWith("  | ")) + 1)
  return rows.map((row) => row.slice(4)).join("")
}

/** The rows of a terminal that wraps at `columns`. East Asian letters are two columns wide. */
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
  ])("gets no row of its own for a forged question: %s", async (_how, prompt, attack) => {
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

  it.each(ATTACKS)("that tries %s is shown literally, and has no effect", async (_tries, attack) => {
    const shown = await watch(["-p", "decoy"], { attack, answers: [[ASKED_DECOY, "n\r"]] })
    const asked = questionsIn(shown).filter((line) => line.startsWith("? Allow decoy"))
    expect(asked).toHaveLength(1)
    const [, given = ""] = /^decoy\((\{.*\})\)$/.exec(callAt(shown, asked[0] ?? "")) ?? []
    if (!given.includes("…")) expect(JSON.parse(given)).toEqual({ text: attack })
    else expect(given).toMatch(/… [\d,]+ more characters; type v to see all …/)
  })

  it.each([
    ["reverses what stands between two letters", "cp א - > 10 > ב"],
    ["hides a comment behind one", 'echo "א"; ./decoy #"ב" && ls'],
    ["has digits written from right to left", "rm ل ١٢ > ل"],
    ["has letters of ancient scripts", "cp 𐤀 - > 1 > 𐤁 𞤀"],
    ["has blanks that are letters and signs", "ls \u{1d159}\u{13441}\u{13442}\u{16fe4}\u3164\u2800; ./decoy"],
  ])("in a command that %s is shown in the order in which it runs", async (_what, command) => {
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
  ])("in a command that %s is shown literally", async (_what, command) => {
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

  it("that is long is shown whole on request, with the question after it", async () => {
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

describe("all attacks at once have no effect", () => {
  it.each<[door: string, words: readonly string[]]>([
    ["the answer and the model's thinking", ["-p", "x"]],
    ["the error of a provider", ["-p", "fail"]],
    ["the name of a tool and of its arguments", ["-p", "name"]],
    ["a tool's progress and result", ["-p", "look"]],
    ["the output of --debug", ["-p", "look", "--debug"]],
    ["every event as JSON", ["-p", "look", "--output-format", "stream-json"]],
    ["the answer as JSON", ["-p", "x", "--output-format", "json"]],
  ])("in %s", async (_door, words) => {
    expect(questionsIn(await watch(words))).toEqual([])
  })

  it("on a real terminal, in tool output and --debug", async () => {
    expect(questionsIn(await watch(["-p", "look", "--debug"], { start: startPty }))).toEqual([])
  })

  it("in a question and its suggestions", async () => {
    const shown = await watch(["-p", "ask"], { answers: [["or your own words: ", "1\r"]] })
    const [asked = "", ...more] = questionsIn(shown)
    expect(asked).not.toContain("Allow")
    expect(more).toEqual([])
    expect(shown).toContain("\n  | ? Allow $ ls?")
  })

  it("in the REPL: the answer, a name, an error, a title, the input history, and Tab completion", async () => {
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
        // A name that cannot be shown literally is not offered, so these two are the only completions.
        ["@evil-sa", "\t"],
        ["@evil-sane.txt", "\u0015look\r"],
        ["The end.", ""],
        ["\n> ", "decoy\r"],
        // The forged question has no view.
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

  it("in what is inspected later: lists, facts, requests, exports, traces", async () => {
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

  it("in an MCP server's name, stderr and errors", async () => {
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

  it("in servers that a project wants to start: the approval shows literally what would run", async () => {
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

  it("in a pipe without a terminal: the answer goes out unchanged, messages for people are cleaned", async () => {
    const { stdout, stderr } = await place.spawned(["-p", "look"], { env: { ATTACK: ALL, PAWL_MODEL: HOSTILE } })
    expect(stdout).toContain(ALL.trim().slice(0, 40))
    expect(stderr.match(FORBIDDEN)).toBeNull()
  })
})
