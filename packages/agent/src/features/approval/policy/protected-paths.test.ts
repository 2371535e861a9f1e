import { describe, expect, it } from "vitest"
import { PROTECTED, protectedWhy } from "./protected-paths.ts"

describe("a protected path", () => {
  it.each(PROTECTED.flatMap(({ what, paths }) => paths.map((path) => [path, what] as const)))(
    "%s is %s, in any case, and so is what is below it",
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
    ["signs that nobody sees", ".g\u200cit/config"],
    ["a long s", ".\u017f\u017fh/authorized_keys"],
    ["the sign for Kelvin", ".\u212Aube/config"],
    ["a dot at the end", ".ssh./config"],
    ["a space at the end", ".git /config"],
    ["the short name of another system", "GIT~1/config"],
    ["backslashes", "a\\.git\\hooks\\pre-commit"],
    ["steps that lead nowhere", ".config//./pawl/permissions.json"],
  ])("is known by %s", (_, path) => expect(protectedWhy(path)).toBeDefined())

  it.each([
    ...["README.md", "src/git.ts", "bashrc", "docs/ssh.md", "a.git", ".github/workflows/ci.yml", ".gitignore", "etc/x"],
    ...[".gitattributes", "config/pawl", "usr/share", "profile", ".configs/pawl", "src/.eslintrc", "library/x"],
  ])("is not %s", (path) => {
    expect(protectedWhy(path)).toBeUndefined()
    expect(protectedWhy(path, { withFolders: true })).toBeUndefined()
  })

  it.each([".config", ".local", ".local/share", "Library", ".cargo", "/var", "/var/spool", "x/.CONFIG"])(
    "is not %s itself, which is one where what is in it goes along",
    (path) => {
      expect(protectedWhy(path)).toBeUndefined()
      expect(protectedWhy(path, { withFolders: true })).toBeDefined()
    },
  )
})
