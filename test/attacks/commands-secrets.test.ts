// Secrets that a command line prints without approval: by another
// name for the same file, or by a search that names no file.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { MODES, pathFor } from "../../packages/agent/src/workspace/command/__fixtures__/modes.ts"
import { attacked, DECOY } from "./__fixtures__/attacked.ts"

const NAMES = [
  ...[".env", ".env~", ".env.bak", ".ENV", ".env.local", ".envrc", "prod.env", "prod.env.old", ".env.swp", ".env_old"],
  ...["id_ed25519", "id_ed25519.bak", "id_rsa~", "id_rsa_old", "server.key", "server.key.bak", "server.pem.1", "a.PEM"],
  ...[".secrets", ".secrets/x", "secrets/x", "secrets.yml", "Secrets.json", "secret.txt", "credentials.json.d/secrets"],
  ...[
    "private_key.txt",
    "private-key",
    "terraform.tfvars",
    "x.auto.tfvars.json",
    "terraform.tfstate.backup",
    ".netrc~",
  ],
  ...[
    ".npmrc.orig",
    ".vault_pass",
    ".dockerconfigjson",
    "service-account-1.json",
    "client_secret_1.json",
    ".ssh/config",
  ],
  ...[".env copy", ".env (1)", ".env - Copy", "id_rsa (1)", "id_rsa copy 2", "server.key (1)", ".npmrc copy"],
  ...["secrets.prod.yaml", "secrets.local.json", "credentials-prod.json", "secrets (1).json", "secrets copy.yml"],
  ...[".#.env", "Copy of .env", " .env", "AuthKey_X.p8", "keystore.P8", "secrets (1)"],
  ...[".aws/credentials", "deep/er/.pgpass", "kubeconfig.yaml"],
]

/** Copies that no name pattern matches: where one exists, a search asks for approval. */
const UNMATCHED_COPIES = [
  ...["#.env#", ".env\u200b", ".e\u200bnv", ".env ", "#id_rsa#", "\u2060id_rsa"],
  ...["secrets.prod.yaml.bak", "secrets.prod.yaml~", ".env\u00a0", "#server.key#"],
]

describe("a file with the name of a secret, or of a copy of one,", () => {
  it.each([...NAMES, ...UNMATCHED_COPIES])("needs approval: cat %s", (name) => {
    const { put, tools } = attacked()
    put(name, DECOY)
    for (const command of [`cat '${name}'`, `grep . '${name}'`, `head -1 '${name}'`, `grep -r . '${name}'`])
      expect(tools().asks("run_command", { command }), command).toBe(true)
  })

  it.each(UNMATCHED_COPIES)("makes a search ask for approval: %j", (name) => {
    const { put, tools } = attacked()
    put(name, DECOY)
    expect(tools().asks("run_command", { command: "grep -rh ." })).toBe(true)
  })

  it.each([
    "secrets.ts",
    "private_key_test.py",
    "primary.key.ts",
    "config.env.ts",
    "id_rsa.pub",
    "keys.ts",
    "shadow.css",
    "secrets-of-state.ts",
    "credentials-form.tsx",
    "a copy.txt",
    "#notes#",
    "notes (1).md",
  ])("is not confused with a file of a similar name: %s", (name) => {
    const { put, tools } = attacked()
    put(name, "plain\n")
    expect(tools().asks("run_command", { command: `cat '${name}'` })).toBe(false)
  })
})

for (const { mode, isPossible } of MODES) {
  describe.skipIf(!isPossible)(`a recursive search that runs without approval, ${mode}`, () => {
    beforeEach(() => void vi.stubEnv("PATH", pathFor(mode)))
    afterEach(() => void vi.unstubAllEnvs())

    it.each([
      "grep -rh .",
      "grep -rh . --include=.env",
      "grep -rh --include=.env .",
      "grep -rh '--include=*' .",
      "grep -rh '--include=.*' '--include=*.key' '--include=id_*' .",
      "grep -rh -e . -- .",
      "grep -rh --include=.env -e . --",
      "grep --recursive -h --regexp=. deep .",
      "grep -hr '' .",
      "grep -Ihr . . --exclude=nothing",
      "ls | grep -rh . .",
      "grep -rha . . && grep -rhz . .",
    ])("leaves files with secrets out: %s", async (command) => {
      const { put, tools } = attacked()
      for (const name of NAMES) if (name !== ".secrets") put(name, `${DECOY} ${name}\n`)
      put("a.txt", "plain\n")
      put("src/secrets.ts", "plain\n")
      const { asks, use } = tools()
      expect(asks("run_command", { command })).toBe(false)
      const shown = await use("run_command", { command })
      expect(shown).not.toContain(DECOY)
      expect(shown).toContain("names of secrets (.env, *.key, ...) were left out")
      if (!command.includes("=.")) expect(shown).toContain("plain")
    })

    it("otherwise handles quotes, dashes and exit codes as the shell does", async () => {
      const { put, tools } = attacked()
      put("a b.txt", 'it\'s "plain" $HOME `x`\n')
      put("--", "dashes\n")
      const { use } = tools()
      expect(await use("run_command", { command: "grep -rhc 'it'\\''s \"plain\" $HOME `x`' ." })).toMatch(/^[01]\n/)
      expect(await use("run_command", { command: 'grep -rh "it\'s" .' })).toContain('it\'s "plain" $HOME `x`')
      expect(await use("run_command", { command: "grep -rh dash -- -- ." })).toContain("dashes")
      expect(await use("run_command", { command: "grep -rl nothing ." })).toContain("[Exit code 1")
    })

    it("shows a file with secrets once the user has approved it", async () => {
      const { put, tools } = attacked()
      put(".env", `${DECOY}\n`)
      const { asks, use } = tools()
      expect(asks("run_command", { command: "grep -r . .env" })).toBe(true)
      expect(await use("run_command", { command: "grep -r . .env" })).toContain(DECOY)
    })
  })
}

describe("a home folder", () => {
  afterEach(() => void vi.unstubAllEnvs())

  it.each(["grep -r x", "grep -rn x .", "ls | grep --recursive x"])(
    "is not searched without approval: %s",
    (command) => {
      const { workspace, tools } = attacked()
      expect(tools().asks("run_command", { command })).toBe(false)
      vi.stubEnv("HOME", workspace)
      expect(tools().asks("run_command", { command })).toBe(true)
    },
  )
})
