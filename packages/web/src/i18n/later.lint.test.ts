// Words that are loaded with their pages may not be missing elsewhere, so check the sources.
import { readdirSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"

const root = new URL("../", import.meta.url)
const sources = (readdirSync(root, { recursive: true }) as string[]).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.ts$|^i18n\//.test(file),
)

it.each(["see", "settings"])("the words of %s are used in its own folder alone", (area) => {
  const used = new RegExp(`["\`]${area}\\.[a-zA-Z]`)
  const using = sources.filter((file) => used.test(readFileSync(new URL(file, root), "utf8")))
  expect(using.length).toBeGreaterThan(5)
  expect(using.filter((file) => !file.startsWith(`${area}/`))).toEqual([])
})
