// Files that decide about later runs: Pawl's own folders, start files, hooks, keys. A grant "for the session" must not
// open a way to them, and where the workspace is the home folder no tool changes them at all.
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterEach, describe, expect, it, vi } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import type { AgentOptions } from "../../packages/agent/src/agent/options.ts"
import type { Grant } from "../../packages/agent/src/contracts/fact.ts"
import { grantLike } from "../../packages/agent/src/features/approval/policy/grant-like.ts"
import { grantFor } from "../../packages/agent/src/features/approval/policy/grants.ts"
import { call, scripted } from "../../packages/agent/src/model/scripted.ts"
import { tool } from "../../packages/agent/src/tools/tool.ts"
import { builtinTools } from "../../packages/agent/src/workspace/builtin-tools.ts"
import { isBubblewrapUsable } from "../../packages/agent/src/workspace/command/__fixtures__/modes.ts"
import { type Attacked, attacked, NO_TURN } from "./__fixtures__/attacked.ts"

afterEach(() => void vi.unstubAllEnvs())

const START = [
  ...[".config/pawl/permissions.json", ".config/pawl/plugins/evil/index.ts", ".config/pawl/profiles/evil.ts"],
  ...[".local/share/pawl/trusted.json", ".local/state/pawl/last", ".pawl/plugins/evil.ts", ".pawl.json", ".mcp.json"],
  ...[
    ".bashrc",
    ".BASHRC",
    ".zshenv",
    ".profile",
    ".bash_aliases",
    ".config/fish/conf.d/x.fish",
    ".config/environment.d/x",
  ],
  ...[".git/hooks/pre-commit", ".git/config", "project/.git/config", "project/.husky/pre-commit", ".gitconfig"],
  ...[".ssh/authorized_keys", ".SSH/config", "./.ssh/../.ssh/rc", ".gnupg/gpg.conf", ".netrc", ".npmrc", ".yarnrc.yml"],
  ...[".config/systemd/user/x.service", ".config/autostart/x.desktop", "Library/LaunchAgents/x.plist", ".crontab"],
  ...[
    "project/.vscode/tasks.json",
    "project/.envrc",
    ".vimrc",
    ".emacs.d/init.el",
    ".local/bin/git",
    ".cargo/bin/cargo",
  ],
  ...[".local/lib/python3.11/site-packages/usercustomize.py", ".local/lib/python3.9/site-packages/x.pth", ".forward"],
  ...[
    ".bash_completion",
    ".lessfilter",
    "project/lefthook.yml",
    ".zshrc.zwc",
    "project/x.ZWC",
    ".p10k.zsh",
    ".fzf.bash",
  ],
  ...[".config/openbox/autostart", ".gnomerc", ".local/share/dbus-1/services/x.service", ".rhosts", "project/.hg/hgrc"],
  ...[".local/share/mise/shims/node", ".hgrc", ".julia/config/startup.jl"],
]

/** Files of a home folder that are on no list and that programs read by themselves. */
const UNLISTED = [
  ".some-new-shell/rc",
  ".config/other/x",
  ".nobody-knows-it",
  "bin/ls",
  "BIN/ls",
  ".cache/x",
  "\u{ff0e}rc",
]

/** A workspace that is the home folder, according to the environment. */
function home(): Attacked {
  const made = attacked()
  vi.stubEnv("HOME", made.workspace)
  for (const name of ["PAWL_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"]) vi.stubEnv(name, undefined)
  return made
}

describe("in a home folder", () => {
  it.each([...START, ...UNLISTED])(
    "no tool writes, edits, moves or deletes %s, and the refusal names the reason",
    async (path) => {
      const { put, workspace, tools } = home()
      put("mine.txt", "mine\n")
      if (!path.includes("..")) put(path, "theirs\n")
      const { refuses, use } = tools()
      const attempts = [
        ["write_file", { path, content: "evil" }],
        ["write_file", { path: join(workspace, path), content: "evil" }],
        ["edit_file", { path, old_text: "theirs", new_text: "evil" }],
        ["delete_file", { path }],
        ["move_file", { from: path, to: "elsewhere" }],
        ["move_file", { from: "mine.txt", to: `${path}.d/../${path}` }],
        ["move_file", { from: "mine.txt", to: path }],
      ] as const
      for (const [name, input] of attempts) {
        expect(refuses(name, input), `${name} ${JSON.stringify(input)}`).toBe("protected-path")
        expect(await use(name, input)).toMatch(/home folder: there no tool changes it|Pawl's own settings/)
      }
      if (!path.includes("..")) expect(readFileSync(join(workspace, path), "utf8")).toBe("theirs\n")
      expect(existsSync(join(workspace, "mine.txt"))).toBe(true)
    },
  )

  it.each([
    ["stage", ".config"],
    ["stage", ".local"],
    ["stage", ".local/share"],
    ["stage", "Library"],
    [".config", "elsewhere"],
    [".local", "elsewhere"],
    ["stage", ".cargo"],
    ["stage", ".anything"],
    ["stage", "bin"],
    [".anything", "elsewhere"],
  ])("no tool moves a folder that would carry such a file: %s to %s", async (from, to) => {
    const { put, tools, workspace } = home()
    put("stage/pawl/permissions.json", "{}")
    put("stage/bin/git", "evil")
    for (const each of [".config", ".local", ".anything"]) if (from === each) mkdirSync(join(workspace, each))
    expect(tools().refuses("move_file", { from, to })).toBe("protected-path")
    await tools().use("move_file", { from, to })
    expect(existsSync(join(workspace, from))).toBe(true)
  })

  it("a refused path does not withhold the tool for the rest of the turn", async () => {
    const { workspace } = home()
    const paths = [".bashrc", ".zshrc", "bin/ls", "../elsewhere", ".profile", "notes.txt"]
    const model = scripted(({ results }) => {
      const path = paths[results.length]
      return path === undefined ? "done" : { calls: [call("write_file", { path, content: "mine\n" })] }
    })
    await using agent = await createAgent({ model, workspace, approve: "auto" })
    await (await agent.open()).ask("go")
    expect(readFileSync(join(workspace, "notes.txt"), "utf8")).toBe("mine\n")
    expect(existsSync(join(workspace, ".bashrc"))).toBe(false)
  })

  it("other files can be changed as in any workspace", async () => {
    const { tools, workspace } = home()
    const { use } = tools()
    expect(await use("write_file", { path: "notes/a.md", content: "x" })).toContain("Created")
    expect(await use("move_file", { from: "notes", to: "papers" })).toContain("Moved")
    expect(await use("write_file", { path: "project/.config/x", content: "x" })).toContain("Created")
    expect(await use("write_file", { path: "project/bin/x", content: "x" })).toContain("Created")
    expect(existsSync(join(workspace, "papers/a.md"))).toBe(true)
  })

  it.skipIf(!isBubblewrapUsable)("a confined command cannot change protected files", async () => {
    const { put, tools } = home()
    const paths = [".bashrc", ".ssh/authorized_keys", ".config/pawl/permissions.json", ".unlisted", "bin/ls"]
    const files = paths.map((path) => put(path, "theirs\n"))
    const { use } = tools()
    const command = `${paths.map((path) => `echo evil >> ${path}; mv ${path} x; rm -f ${path}`).join("; ")}; mv .ssh y; mv .config z; mkdir -p .config/pawl; echo evil > .config/pawl/permissions.json; echo mine > free`
    expect(await use("run_command", { command })).toMatch(/Read-only file system|Device or resource busy/)
    for (const file of files) expect(readFileSync(file, "utf8")).toBe("theirs\n")
    expect(await use("run_command", { command: "cat free" })).toContain("mine")
  })

  it.skipIf(!isBubblewrapUsable)(
    "a confined command cannot change them where the workspace holds the home folder",
    async () => {
      const { put, tools, workspace } = attacked()
      vi.stubEnv("HOME", join(workspace, "ada"))
      const file = put("ada/.bashrc", "theirs\n")
      const { use } = tools()
      await use("run_command", { command: "echo evil >> ada/.bashrc; mv ada/.bashrc x; echo evil > ada/.bashrc" })
      expect(readFileSync(file, "utf8")).toBe("theirs\n")
    },
  )

  it("protected paths are refused from a workspace above it, and from the root of the file system", () => {
    const { put, workspace, outside } = attacked()
    vi.stubEnv("HOME", join(workspace, "ada"))
    put("ada/.bashrc", "theirs\n")
    const refuses = (root: string, path: string) =>
      builtinTools({ workspace: root })
        .find(({ name }) => name === "write_file")
        ?.refuses?.({ path, content: "" } as never, NO_TURN)?.code
    expect(refuses(workspace, "ada/.bashrc")).toBe("protected-path")
    expect(refuses(workspace, "ada/.unlisted")).toBe("protected-path")
    expect(refuses(workspace, "ADA/.unlisted")).toBe("protected-path")
    expect(refuses(workspace, "ada/bin/ls")).toBe("protected-path")
    expect(refuses(workspace, "eve/.unlisted")).toBeUndefined()
    const move = builtinTools({ workspace }).find(({ name }) => name === "move_file")
    expect(move?.refuses?.({ from: "ada", to: "x" } as never, NO_TURN)?.code).toBe("protected-path")
    expect(refuses("/", join(workspace, "ada/.unlisted"))).toBe("protected-path")
    expect(refuses("/", join(workspace, "ada/.bashrc"))).toBe("protected-path")
    expect(refuses("/", "/etc/cron.d/x")).toBe("protected-path")
    expect(refuses("/", "usr/bin/x")).toBe("protected-path")
    expect(refuses("/", "/srv/x")).toBeUndefined()
    expect(refuses(outside, ".bashrc")).toBeUndefined()
  })
})

interface Links {
  readonly home: string
  readonly links: Readonly<Record<string, string>>
}

describe("Pawl's own folders", () => {
  it.each(["PAWL_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"])(
    "cannot be changed in a workspace that holds them, as %s says",
    (name) => {
      const { workspace, tools } = attacked()
      for (const each of ["PAWL_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"])
        vi.stubEnv(each, undefined)
      vi.stubEnv(name, join(workspace, "kept"))
      const path = name === "PAWL_HOME" ? "kept/permissions.json" : "kept/pawl/permissions.json"
      const { refuses } = tools()
      expect(refuses("write_file", { path, content: "{}" })).toBe("protected-path")
      expect(refuses("write_file", { path: path.toUpperCase(), content: "{}" })).toBe("protected-path")
      expect(refuses("move_file", { from: "kept", to: "elsewhere" })).toBe("protected-path")
      expect(refuses("write_file", { path: "other/permissions.json", content: "{}" })).toBeUndefined()
    },
  )

  it.skipIf(!isBubblewrapUsable)("cannot be changed by a confined command either", async () => {
    const { workspace, put, tools } = attacked()
    const file = put("kept/permissions.json", "{}")
    vi.stubEnv("PAWL_HOME", join(workspace, "kept"))
    const command = "echo evil > kept/permissions.json; mv kept x; mkdir kept; echo evil > kept/permissions.json"
    expect(await tools().use("run_command", { command })).toMatch(/Read-only file system/)
    expect(readFileSync(file, "utf8")).toBe("{}")
  })

  it.skipIf(!isBubblewrapUsable).each([
    ["one above", "state/pawl", "mv state x; mkdir -p state/pawl"],
    ["two above", "a/state/pawl", "mv a x; mv a/state x; mkdir -p a/state/pawl"],
    ["just above", "a/state/pawl", "mv a/state x; mkdir -p a/state/pawl"],
    ["in the home folder", "ada/state/a/pawl", "mv ada/state/a x; mv ada/state x; mv ada x"],
  ])("cannot be moved away with a folder above them: %s", async (_, home, moves) => {
    const { workspace, put, tools } = attacked()
    const files = [put(`${home}/permissions.json`, "{}"), put("ada/.bashrc", "{}"), put("ada/.config/fish/x", "{}")]
    vi.stubEnv("HOME", join(workspace, "ada"))
    vi.stubEnv("PAWL_HOME", join(workspace, home))
    const more = "mv ada x; mkdir -p ada/.config/fish; echo evil > ada/.bashrc; echo evil > ada/.config/fish/x"
    const command = `${moves}; mkdir -p ${home}; echo evil > ${home}/permissions.json; ${more}; echo mine > ${home}/../free`
    expect(await tools().use("run_command", { command })).toMatch(/Device or resource busy/)
    for (const file of files) expect(readFileSync(file, "utf8")).toBe("{}")
    // Other files of those folders can still be changed.
    expect(readFileSync(join(workspace, home, "../free"), "utf8")).toBe("mine\n")
  })

  it("are recognised behind a link", () => {
    const { workspace, outside, tools } = attacked()
    mkdirSync(join(workspace, "kept"))
    symlinkSync(join(workspace, "kept"), join(outside, "link"))
    for (const home of [join(outside, "link"), join(outside, "link/deeper")]) {
      vi.stubEnv("PAWL_HOME", home)
      expect(tools().refuses("write_file", { path: "kept/deeper/permissions.json", content: "" })).toBe(
        "protected-path",
      )
    }
  })

  it.skipIf(!isBubblewrapUsable).each([
    ["in the workspace", "kept", "mkdir -p kept; echo evil > kept/permissions.json"],
    ["deeper in it", "a/b/pawl", "mkdir -p a/b/pawl; echo evil > a/b/pawl/permissions.json; mv a x"],
  ])("cannot be created by a confined command where they do not exist yet: %s", async (_, home, command) => {
    const { workspace, tools } = attacked()
    vi.stubEnv("PAWL_HOME", join(workspace, home))
    expect(await tools().use("run_command", { command })).toMatch(/Read-only file system/)
    expect(readdirSync(join(workspace, home))).toEqual([])
  })

  it.skipIf(!isBubblewrapUsable).each<[string, (made: Attacked) => Links]>([
    ["at the top", ({ outside }) => ({ home: "kept", links: { kept: join(outside, "pawl") } })],
    ["in a folder", ({ outside }) => ({ home: "a/b/kept", links: { "a/b/kept": join(outside, "pawl") } })],
    ["above it", ({ outside }) => ({ home: "a/kept/pawl", links: { "a/kept": outside } })],
    ["to another link", ({ outside }) => ({ home: "a/kept", links: { "a/kept": "../b", b: join(outside, "pawl") } })],
    ["that leads nowhere", () => ({ home: "a/kept", links: { "a/kept": "../not/there" } })],
    ["into the workspace", () => ({ home: "a/kept", links: { "a/kept": "../there" } })],
  ])("stay in place behind a link in the workspace: %s", async (_, prepare) => {
    const made = attacked()
    const { workspace, outside, put, tools } = made
    const { home, links } = prepare(made)
    put("mine.txt", "mine\n")
    put("a/mine.txt", "mine\n")
    put("sub/mine.txt", "mine\n")
    for (const folder of [join(outside, "pawl"), join(workspace, "there")]) mkdirSync(folder, { recursive: true })
    for (const [link, target] of Object.entries(links)) {
      mkdirSync(dirname(join(workspace, link)), { recursive: true })
      symlinkSync(target, join(workspace, link))
    }
    vi.stubEnv("PAWL_HOME", join(workspace, home))
    const { refuses, use } = tools()
    for (const link of Object.keys(links)) {
      for (const path of [link, link.toUpperCase()]) expect(refuses("delete_file", { path })).toBe("protected-path")
      expect(refuses("move_file", { from: link, to: "elsewhere" })).toBe("protected-path")
      expect(refuses("move_file", { from: "sub", to: link })).toBe("protected-path")
      const evil = `rm -f ${link}; mv ${link} x; mv a x; mv b y; mkdir -p ${home}; echo evil > ${home}/permissions.json`
      expect(await use("run_command", { command: evil })).toMatch(/Read-only file system|resource busy/)
      expect(readlinkSync(join(workspace, link))).toBe(links[link])
    }
    expect(existsSync(join(workspace, home, "permissions.json"))).toBe(false)
    // Existing files can still be changed, also beside the link.
    const mine = "echo more >> mine.txt; echo more >> a/mine.txt; echo more > sub/new.txt"
    expect(await use("run_command", { command: mine })).toMatch(/Exit code 0/)
    for (const path of ["mine.txt", "a/mine.txt", "sub/new.txt"])
      expect(readFileSync(join(workspace, path), "utf8")).toContain("more")
  })

  it("do not make a workspace inside them useless", () => {
    const { workspace, tools } = attacked()
    vi.stubEnv("PAWL_HOME", join(workspace, ".."))
    expect(tools().refuses("write_file", { path: "a.txt", content: "" })).toBeUndefined()
  })
})

describe("the content argument of a call", () => {
  const given = { path: "a.txt", content: "x\n/root/.ssh/authorized_keys" }
  const ownTool = tool({
    name: "write_file",
    description: "Writes a file somewhere else: what it calls content may be a path.",
    input: { type: "object", properties: { path: { type: "string" }, content: { type: "string" } } },
    effect: "once",
    run: () => "done",
  })

  async function asksFor(options: Partial<AgentOptions>): Promise<number> {
    const model = scripted(({ results }) => (results.length === 0 ? { calls: [call("write_file", given)] } : "done"))
    const grants = [{ tool: "write_file", scope: "always" }] as const
    await using agent = await createAgent({ model, grants, approve: "ask", ...options })
    const session = await agent.open()
    let asked = 0
    for await (const event of session.send("go")) {
      if (event.type !== "approval-requested") continue
      asked++
      expect(grantLike(event, "session")).toBeUndefined()
      await session.decide(event.call, "deny")
    }
    return asked
  }

  it("is searched for protected paths where a custom tool only has the name of the built-in one", async () => {
    expect(await asksFor({ tools: [ownTool] })).toBe(1)
  })

  it("is not searched for the built-in tool", async () => {
    expect(await asksFor({ workspace: attacked().workspace })).toBe(0)
  })
})

describe("a grant", () => {
  it.each([
    ["fs__write", { path: "~/.unlisted" }],
    ["fs__write", { path: "$HOME/.unlisted" }],
    ["fs__write", { file: "{home}/bin/ls" }],
    ["fs__write", { files: { "{home}/.unlisted": "evil" } }],
    ["run_command", { command: "cp a ~/.unlisted" }],
    ["run_command", { command: "cp a $HOME/.unlisted" }],
    ["run_command", { command: "cp a {home}/bin/ls" }],
  ])("in a project does not cover what programs read in the home folder: %s %j", (name, input) => {
    const { workspace } = home()
    const given = JSON.parse(JSON.stringify(input).replaceAll("{home}", workspace))
    const asked = { name, arguments: given, risk: "changes" } as const
    expect(grantFor(asked, [{ tool: name, scope: "always" }], join(workspace, "project"))).toBeUndefined()
    const inside = { name, arguments: { path: "bin/x", command: "ls bin" }, risk: "changes" } as const
    expect(grantFor(inside, [{ tool: name, scope: "always" }], join(workspace, ".projects/one"))).toBeDefined()
  })

  const grants: readonly Grant[] = [
    { tool: "write_file", scope: "always" },
    { tool: "write_file", scope: "session", where: { path: "**" } },
    { tool: "move_file", scope: "always" },
    { tool: "run_command", scope: "always" },
  ]

  it.each(START)("of any scope does not cover %s, in any workspace", async (path) => {
    const { workspace, put } = attacked()
    put("mine.txt", "mine\n")
    const calls = [
      call("write_file", { path, content: "evil" }),
      call("move_file", { from: "mine.txt", to: path }),
      call("run_command", { command: `cp mine.txt ${path}` }),
      call("run_command", { command: `cp mine.txt "$PWD"/${path}` }),
    ]
    const model = scripted(({ results }) => {
      const next = calls[results.length]
      return next === undefined ? "done" : { calls: [next] }
    })
    await using agent = await createAgent({ model, workspace, grants, approve: "ask" })
    const session = await agent.open()
    let asked = 0
    for await (const event of session.send("go")) {
      if (event.type !== "approval-requested") continue
      asked++
      expect(grantLike(event, "session", workspace)).toBeUndefined()
      await session.decide(event.call, "deny")
    }
    expect(asked).toBe(calls.length)
    expect(existsSync(join(workspace, path))).toBe(false)
  })
})
