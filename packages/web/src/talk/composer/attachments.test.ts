// Which files are refused before they are sent.
import { expect, it } from "vitest"
import { problemOf, withRoom } from "./attachments.ts"

const limits = { maxFileBytes: 100, formats: ["text/plain", "image/png", "application/pdf"] }

it.each([
  ["image/png", 10, undefined],
  ["image/heic", 10, "wrong-type"],
  ["video/mp4", 10, "wrong-type"],
  ["application/zip", 10, "wrong-type"],
  ["application/pdf", 10, undefined],
  ["application/json", 10, undefined],
  ["text/markdown", 10, undefined],
  ["", 10, undefined],
  ["image/png", 101, "too-large"],
  ["image/png", 0, "empty"],
] as const)("a file of type %j with %d bytes: %s", (type, size, expected) => {
  expect(problemOf({ type, size }, limits)).toBe(expected)
})

it("a picture that comes before the server has named its formats is not refused", () => {
  expect(problemOf({ type: "image/png", size: 10 }, { ...limits, formats: [] })).toBeUndefined()
})

const files = ["a", "b", "c"].map((id) => ({ id, name: id, type: "text/plain", size: 1 }))

it.each([
  [{ maxFiles: 3 }, 0, []],
  [{ maxFiles: 2 }, 0, ["c"]],
  [{ maxFiles: 3 }, 2, ["b", "c"]],
  [{ maxFiles: 3 }, 5, ["a", "b", "c"]],
  [{}, 9, []],
])("of three files, with the limit %j and %d in the session, %j are too many", (limit, said, expected) => {
  const marked = withRoom(files, limit, said).filter(({ problem }) => problem === "too-many")
  expect(marked.map(({ id }) => id)).toEqual(expected)
})
