import { describe, expect, it } from "vitest"
import { ToolFailure } from "../../tools/tool.ts"
import { fileProblem } from "./problems.ts"

const thrown = (code: string) => Object.assign(new Error(`${code}: broken, open '/home/me/work/a.txt'`), { code })

describe("fileProblem", () => {
  it.each([
    ["ENOENT", "file-missing", /There is no "a.txt".*list_directory/],
    ["EACCES", "permission-denied", /permissions of "a.txt".*Ask the user/],
    ["EPERM", "permission-denied", /permissions/],
    ["EROFS", "permission-denied", /read-only/],
    ["EISDIR", "file-kind", /is a folder/],
    ["ELOOP", "symbolic-link", /follow no links/],
    ["ENXIO", "file-special", /device, pipe or socket/],
    ["ENOSPC", "disk-full", /no space left/],
    ["EIO", "file-failed", /reports EIO/],
  ])("turns code %s into kind %s, says what to do, and names the path as it was given (M6)", (code, kind, says) => {
    const problem = fileProblem(thrown(code), "a.txt")
    expect(problem).toMatchObject({ code: kind, message: expect.stringMatching(says) })
    expect(problem.message).not.toContain("/home")
  })

  it("leaves a ToolFailure and errors that are not about files unchanged", () => {
    const said = new ToolFailure("x", "said")
    const other = new TypeError("a bug")
    expect([fileProblem(said, "a"), fileProblem(other, "a")]).toEqual([said, other])
  })
})
