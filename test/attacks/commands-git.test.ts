// A repository is untrusted: its settings name programs to run, and its files name
// folders to read. A git command that runs without approval runs none of them and
// reads nothing elsewhere. Each attack is first shown to work with plain git.
import { spawnSync } from "node:child_process"
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { MODES, pathFor } from "../../packages/agent/src/workspace/command/__fixtures__/modes.ts"
import { restrictedRun } from "../../packages/agent/src/workspace/command/restricted-run.ts"
import { type Attacked, attacked, DECOY, repository } from "./__fixtures__/attacked.ts"

interface Attack {
  readonly name: string
  readonly prepare: (made: Attacked) => void
  readonly commands: readonly string[]
}

const change = ({ put }: Attacked) => void put("a.txt", "one\ntwo\n")

/** A commit that claims to be signed. */
function signed({ git, put }: Attacked): void {
  const tree = git("rev-parse", "HEAD^{tree}").trim()
  const words = `tree ${tree}\nauthor a <a@b> 1 +0000\ncommitter a <a@b> 1 +0000\ngpgsig -----BEGIN PGP SIGNATURE-----\n x\n -----END PGP SIGNATURE-----\n\nsigned\n`
  put("signed", words)
  git("update-ref", "HEAD", git("hash-object", "-t", "commit", "-w", "signed").trim())
}

/** A repository with a missing object, and a server configured that has it. */
function partial({ git, workspace }: Attacked, settings: Readonly<Record<string, string>>): void {
  const blob = git("rev-parse", "HEAD:a.txt").trim()
  rmSync(join(workspace, ".git/objects", blob.slice(0, 2), blob.slice(2)), { force: true })
  const all = { "remote.origin.promisor": "true", "extensions.partialClone": "origin", ...settings }
  for (const [key, value] of Object.entries(all)) git("config", key, value)
  git("config", "core.repositoryFormatVersion", "1")
}

/** A repository inside the repository, with its own settings. */
function inner({ put, git, trap, workspace }: Attacked): void {
  put("sub/b.txt", "b\n")
  git("-C", "sub", "init", "-q")
  git("-C", "sub", "add", "b.txt")
  git("-C", "sub", "commit", "-qm", "inner")
  put(".gitmodules", '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n\tignore = none\n')
  git("add", "sub", ".gitmodules")
  git("commit", "-qm", "sub")
  put("sub/b.txt", "changed\n")
  const evil = trap("evil")
  for (const key of ["core.fsmonitor", "diff.external"]) git("-C", "sub", "config", key, evil)
  rmSync(join(workspace, "sprung"), { force: true })
}

const ATTACKS: readonly Attack[] = [
  {
    name: "core.fsmonitor",
    prepare: ({ git, trap }) => void git("config", "core.fsmonitor", trap("evil")),
    commands: ["git status", "git diff"],
  },
  {
    name: "a hook of the repository",
    prepare: (made) => {
      made.trap(".git/hooks/post-index-change")
      made.put("a.txt", "one\n")
    },
    commands: ["git status"],
  },
  {
    name: "core.hooksPath",
    prepare: (made) => {
      made.trap("hooks/post-index-change")
      made.git("config", "core.hooksPath", "hooks")
      made.put("a.txt", "one\n")
    },
    commands: ["git status"],
  },
  {
    name: "diff.external",
    prepare: (made) => {
      made.git("config", "diff.external", made.trap("evil"))
      change(made)
    },
    commands: ["git diff", "git diff HEAD -- a.txt"],
  },
  {
    name: "a diff driver with a command",
    prepare: (made) => {
      made.git("config", "diff.evil.command", made.trap("evil"))
      made.put(".gitattributes", "*.txt diff=evil\n")
      change(made)
    },
    commands: ["git diff"],
  },
  {
    name: "textconv",
    prepare: (made) => {
      made.git("config", "diff.evil.textconv", made.trap("evil"))
      made.put(".gitattributes", "*.txt diff=evil\n")
      change(made)
    },
    commands: ["git diff", "git log -p", "git show"],
  },
  {
    name: "a program that checks signatures",
    prepare: (made) => {
      signed(made)
      made.git("config", "log.showSignature", "true")
      made.git("config", "gpg.program", made.trap("evil"))
    },
    commands: ["git log", "git show"],
  },
  {
    name: "a program that checks signatures, by format.pretty",
    prepare: (made) => {
      signed(made)
      made.git("config", "format.pretty", "%G?")
      made.git("config", "gpg.openpgp.program", made.trap("evil"))
    },
    commands: ["git log"],
  },
  {
    name: "a program that checks signatures, by a named format",
    prepare: (made) => {
      signed(made)
      made.git("config", "pretty.mine", "%GK")
      made.git("config", "gpg.program", made.trap("evil"))
    },
    commands: ["git log --format=mine", "git show --pretty=mine"],
  },
  {
    name: "a missing object that a program fetches",
    prepare: (made) => {
      const evil = made.trap("evil")
      partial(made, { "remote.origin.url": made.workspace, "remote.origin.uploadpack": evil })
    },
    commands: ["git show", "git log -p"],
  },
  {
    name: "a missing object behind an address that is a program",
    prepare: (made) => {
      const evil = made.trap("evil")
      partial(made, { "remote.origin.url": `ext::${evil} %s`, "protocol.ext.allow": "always" })
    },
    commands: ["git show"],
  },
  {
    name: "a missing object behind ssh",
    prepare: (made) => {
      const evil = made.trap("evil")
      partial(made, { "remote.origin.url": "ssh://localhost/x", "core.sshCommand": evil })
    },
    commands: ["git show"],
  },
  { name: "a repository in the repository", prepare: inner, commands: ["git status", "git diff"] },
  {
    name: "a diff of a repository in the repository",
    prepare: (made) => {
      inner(made)
      made.git("-C", "sub", "commit", "-qam", "more")
      made.git("config", "diff.submodule", "diff")
    },
    commands: ["git diff"],
  },
]

for (const { mode, isPossible } of MODES) {
  describe.skipIf(!isPossible)(`a hostile repository, ${mode}`, () => {
    beforeEach(() => void vi.stubEnv("PATH", pathFor(mode)))
    afterEach(() => void vi.unstubAllEnvs())

    it.each(ATTACKS)("runs no program of its own by $name", async ({ prepare, commands }) => {
      for (const command of commands) {
        const made = repository()
        prepare(made)
        made.isSprung()
        const { asks, use } = made.tools()
        expect(asks("run_command", { command }), command).toBe(false)
        await use("run_command", { command })
        expect(made.isSprung(), command).toBe(false)
        try {
          made.git(...command.split(" ").slice(1))
        } catch {
          // git fails after the trap has run.
        }
        expect(made.isSprung(), `${command}, as git does it`).toBe(true)
      }
    })

    it("shows nothing of another folder that it declares as its worktree", async () => {
      const made = repository()
      made.put("secret.txt", "mine\n")
      made.git("add", "secret.txt")
      made.git("commit", "-qm", "second")
      made.git("config", "core.worktree", made.outside)
      expect(made.git("diff")).toContain(DECOY)
      const { asks, use } = made.tools()
      expect(asks("run_command", { command: "git diff" })).toBe(false)
      for (const command of ["git diff", "git status", "git diff HEAD"])
        expect(await use("run_command", { command })).not.toContain(DECOY)
    })

    it("shows nothing of an outside file that it names as its ignore list", async () => {
      const made = repository()
      made.put(DECOY, "x")
      made.put("other", "x")
      made.git("config", "core.excludesFile", join(made.outside, "secret.txt"))
      expect(made.git("status", "-s", "--ignored")).toContain(`!! ${DECOY}`)
      const { asks, use } = made.tools()
      const command = "git status -s --ignored"
      expect(asks("run_command", { command })).toBe(false)
      expect(await use("run_command", { command })).toContain(`?? ${DECOY}`)
    })

    it("shows nothing behind a link that replaced a folder", async () => {
      const made = repository()
      made.put("d/secret.txt", "mine\n")
      made.git("add", "d")
      made.git("commit", "-qm", "second")
      rmSync(join(made.workspace, "d"), { recursive: true })
      symlinkSync(made.outside, join(made.workspace, "d"))
      const { use } = made.tools()
      for (const command of ["git diff", "git status", "git diff -- d/secret.txt"])
        expect(await use("run_command", { command })).not.toContain(DECOY)
    })

    it("gives the usual output of git and ls where there is no attack", async () => {
      const made = repository()
      change(made)
      const { use } = made.tools()
      expect(await use("run_command", { command: "git status -s" })).toMatch(/^ M a\.txt\n/)
      expect(await use("run_command", { command: "git diff --stat && git log --oneline -1" })).toMatch(
        /1 insertion.*first/s,
      )
      expect(await use("run_command", { command: "git show HEAD:a.txt | head -1" })).toMatch(/^one\n/)
      expect(await use("run_command", { command: "ls -a | grep txt" })).toMatch(/^a\.txt\n/)
    })
  })
}

describe("a git command where the repository could still run a program or read elsewhere", () => {
  it.each<[string, (made: Attacked) => void]>([
    ["has filters", ({ git, trap }) => void git("config", "filter.evil.clean", trap("evil"))],
    ["includes other settings", ({ git }) => void git("config", "include.path", "/tmp/x")],
    ["includes them on a condition", ({ git }) => void git("config", "includeIf.gitdir:/.path", "/tmp/x")],
    ["has a filter behind another section", ({ put }) => void put(".git/config", '[core][Filter "x"]\nclean = y\n')],
    ["has settings of this folder alone", ({ put }) => void put(".git/config.worktree", '[filter "x"]\nclean = y\n')],
    ["has its objects elsewhere", ({ put }) => void put(".git/objects/info/alternates", "/tmp/x\n")],
    ["has all but its HEAD elsewhere", ({ put }) => void put(".git/commondir", "/tmp/x\n")],
    [
      "is elsewhere",
      ({ workspace, put }) => {
        rmSync(join(workspace, ".git"), { recursive: true })
        put(".git", "gitdir: /tmp/x\n")
      },
    ],
    [
      "is behind a link",
      ({ workspace, outside }) => {
        rmSync(join(workspace, ".git"), { recursive: true })
        symlinkSync(outside, join(workspace, ".git"))
      },
    ],
    [
      "has its objects behind a link",
      ({ workspace, outside }) => {
        rmSync(join(workspace, ".git/objects"), { recursive: true })
        symlinkSync(outside, join(workspace, ".git/objects"))
      },
    ],
    ...[
      ...["BISECT_START", "rebase-merge/head-name", "rebase-merge/done", "info/grafts", "packed-refs", "shallow"],
      ...["info/exclude", "HEAD", "index", "logs/HEAD", "sequencer/todo", "refs/heads/x", "worktrees", "config"],
      ...["objects/pack", "objects/ab", "objects/info/commit-graph", "objects/pack/pack-x.idx"],
      ...[`objects/ab/${"c".repeat(38)}`, `objects/00/${"0".repeat(62)}`],
    ].map((name): [string, (made: Attacked) => void] => [
      `has a link at ${name}`,
      ({ workspace, outside }) => {
        const link = join(workspace, ".git", name)
        rmSync(link, { recursive: true, force: true })
        mkdirSync(dirname(link), { recursive: true })
        symlinkSync(join(outside, "secret.txt"), link)
      },
    ]),
    [
      "has more files than are checked",
      ({ workspace }) => {
        const folder = join(workspace, ".git/refs/tags")
        for (let count = 0; count <= 20_000; count++) writeFileSync(join(folder, String(count)), "")
      },
    ],
  ])("asks for approval: the repository %s", (_, prepare) => {
    const made = repository()
    expect(made.tools().asks("run_command", { command: "git status" })).toBe(false)
    prepare(made)
    expect(made.tools().asks("run_command", { command: "git status" })).toBe(true)
    expect(made.tools().asks("run_command", { command: "ls" })).toBe(false)
  })

  it("asks for approval where there is no repository, because a folder of files may pass for one", () => {
    const { workspace, tools } = attacked()
    for (const name of ["objects", "refs"]) mkdirSync(join(workspace, name))
    writeFileSync(join(workspace, "HEAD"), "ref: refs/heads/main\n")
    expect(tools().asks("run_command", { command: "git status" })).toBe(true)
  })
})

describe("a git alias", () => {
  it.each(["git st", "git st -s", "git status && git st"])(
    "asks for approval, because the repository defines what it runs: %s",
    (command) => {
      const made = repository()
      made.git("config", "alias.st", `!${made.trap("evil")}`)
      made.git("st")
      expect(made.isSprung()).toBe(true)
      expect(made.tools().asks("run_command", { command })).toBe(true)
    },
  )
})

describe.runIf(process.platform === "linux")("a pager that the repository configures", () => {
  const onTerminal = (line: string, cwd: string, env: NodeJS.ProcessEnv) =>
    spawnSync("script", ["-qec", line, "/dev/null"], { cwd, env: { ...env, SHELL: "/bin/bash" }, stdio: "pipe" })

  // git runs a pager only on a terminal, so the test needs one.
  it.each([
    ["core.pager", "git log"],
    ["pager.log", "git log"],
    ["pager.status", "git status"],
    ["pager.diff", "git diff"],
    ["pager.show", "git show | cat; git show"],
  ])("does not run, even on a terminal: %s", (key, command) => {
    const made = repository()
    made.put("a.txt", "changed\n")
    made.git("config", key, made.trap("evil"))
    const env = { PATH: process.env.PATH ?? "", HOME: made.outside }
    onTerminal(command, made.workspace, env)
    expect(made.isSprung(), "as git does it").toBe(true)
    const looking = restrictedRun(made.workspace, command.replace(/^.*; /, ""), { env, isUnasked: true })
    onTerminal(`${looking?.prelude}${command}`, made.workspace, looking?.env ?? {})
    expect(made.isSprung()).toBe(false)
  })
})

describe("a repository above the workspace", () => {
  it("needs approval, and is then found by plain git", async () => {
    vi.stubEnv("PATH", pathFor("not confined"))
    const made = repository()
    made.put("sub/b.txt", "b\n")
    const { asks, use } = made.tools({ workspace: join(made.workspace, "sub") })
    expect(asks("run_command", { command: "git status -s" })).toBe(true)
    expect(await use("run_command", { command: "git status -s" })).toMatch(/^\?\? \.\/\n/)
    vi.unstubAllEnvs()
  })

  it("is not used in place of the repository that was judged", async () => {
    vi.stubEnv("PATH", pathFor("not confined"))
    const made = repository()
    const { asks, use } = made.tools()
    expect(asks("run_command", { command: "git status" })).toBe(false)
    // Changed between the judgement and the run, so that git would look for another repository. There is one above,
    // with a filter that cannot be switched off.
    rmSync(join(made.workspace, ".git/HEAD"))
    const above = (...words: readonly string[]) => made.git("-C", "..", ...words)
    above("init", "-q")
    above("add", "work/a.txt")
    above("commit", "-qm", "above")
    above("config", "filter.evil.clean", made.trap("evil"))
    made.put(".gitattributes", "*.txt filter=evil\n")
    made.put("a.txt", "two\n")
    made.git("status")
    expect(made.isSprung(), "as git does it").toBe(true)
    made.put("a.txt", "six\n")
    expect(await use("run_command", { command: "git status" })).toContain("not a git repository")
    expect(made.isSprung()).toBe(false)
    vi.unstubAllEnvs()
  })
})
