// A browser that denies its storage, and that no other file asks it directly.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, expect, it } from "vitest"
import { readStored, removeStored, storedKeys, writeStored } from "./storage.ts"

const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage")

afterEach(() => {
  if (before === undefined) Reflect.deleteProperty(globalThis, "localStorage")
  else Object.defineProperty(globalThis, "localStorage", before)
})

it("a storage that is denied keeps nothing and throws nothing", () => {
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get: () => {
      throw new DOMException("The operation is insecure.", "SecurityError")
    },
  })
  writeStored("pawl.x", "1")
  removeStored("pawl.x")
  expect([readStored("pawl.x"), storedKeys("pawl.")]).toEqual([null, []])
})

it.each([
  ["storage", /\b(?:localStorage|sessionStorage)\b/, "storage.ts"],
  ["database", /\bindexedDB\b/, "kept-files.ts"],
])("only one file of the app names the %s of the browser", (_, names, one) => {
  const root = join(import.meta.dirname, "..")
  const all = readdirSync(root, { recursive: true, encoding: "utf8" })
  const files = all.filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !name.includes("__fixtures__"))
  const naming = files.filter((name) => names.test(readFileSync(join(root, name), "utf8")))
  expect(naming).toEqual([join("data", one)])
})
