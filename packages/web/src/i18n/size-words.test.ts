// Sizes are written the same everywhere.
import { expect, it } from "vitest"
import { limitWords, sizeWords } from "./size-words.ts"

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_000_000, "1 MB"],
  [20 * 1024 * 1024, "21 MB"],
  [1000, "1 kB"],
  [1530, "1.5 kB"],
  [21_400_000, "21 MB"],
  [3_200_000_000, "3.2 GB"],
])("%i bytes are %s", (bytes, words) => {
  expect(sizeWords(bytes).replace("\u00a0", " ")).toBe(words)
})

it.each([
  [1024, "1 kB"],
  [20 * 1024 * 1024, "20 MB"],
  [1024 ** 3, "1 GB"],
])("a limit of %i bytes is %s", (bytes, words) => {
  expect(limitWords(bytes).replace("\u00a0", " ")).toBe(words)
})
