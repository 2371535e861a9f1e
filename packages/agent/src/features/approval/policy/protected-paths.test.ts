import { describe, expect, it } from "vitest"
import { PROTECTED, protectedWhy } from "./protected-paths.ts"

describe("protectedWhy", () => {
  it.each(PROTECTED.flatMap(({ what, paths }) => paths.map((path) => [path, what] as const)))(
    "finds that %s is %s, in any case of letters, and everything below it, too",
    (path, what) => {
      const plain = path.replace("*", "x")
      const places = path.startsWith("/") ? [plain] : [plain, `./${plain}`, `sub/deep/${plain}`, `/home/ada/${plain}`]
      for (const place of places) {
        expect(protectedWhy(place), place).toBe(what)
        expect(protectedWhy(place.toUpperCase()), place).toBe(what)
        expect(protectedWhy(`${place}/below/it`), place).toBe(what)
      }
    },
  )

  it.each([
    ["a letter of another width", "．bashrc"],
    ["invisible characters", ".g\u200cit/config"],
    ["a long s", ".\u017f\u017fh/authorized_keys"],
    ["the sign for Kelvin", ".\u212Aube/config"],
    ["a dot at the end", ".ssh./config"],
    ["a space at the end", ".git /config"],
    ["the short name of another system", "GIT~1/config"],
    ["backslashes", "a\\.git\\hooks\\pre-commit"],
    ["steps that lead nowhere", ".config//./pawl/permissions.json"],
  ])("recognises a protected path written with %s", (_, path) => expect(protectedWhy(path)).toBeDefined())

  it.each([
    ...["README.md", "src/git.ts", "bashrc", "docs/ssh.md", "a.git", ".github/workflows/ci.yml", ".gitignore", "etc/x"],
    ...[".gitattributes", "config/pawl", "usr/share", "profile", ".configs/pawl", "src/.eslintrc", "library/x"],
  ])("does not protect %s", (path) => {
    expect(protectedWhy(path)).toBeUndefined()
    expect(protectedWhy(path, { withFolders: true })).toBeUndefined()
  })

  it.each([".config", ".local", ".local/share", "Library", ".cargo", "/var", "/var/spool", "x/.CONFIG"])(
    "protects %s only with `withFolders`, for moving it moves what is in it",
    (path) => {
      expect(protectedWhy(path)).toBeUndefined()
      expect(protectedWhy(path, { withFolders: true })).toBeDefined()
    },
  )
})
