import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { LastChange } from "./last-change.ts"

let folder = ""
let path = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-change-"))
  path = join(folder, "a")
  writeFileSync(path, "some text")
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns when the tick of the last change is over. */
async function foundGood(what: string): Promise<LastChange> {
  const change = new LastChange(what)
  await vi.waitFor(() => {
    change.isAsBefore()
    change.wasGood()
    expect(change.isAsBefore()).toBe(true)
  })
  return change
}

describe("the last change of a file", () => {
  it.each<{ name: string; act: () => void }>([
    { name: "a write of as many bytes", act: () => writeFileSync(path, "same size") },
    { name: "a write whose time is set back", act: () => writeAndSetBack() },
    { name: "a truncation", act: () => truncateSync(path, 0) },
    { name: "a removal", act: () => rmSync(path) },
    { name: "a move", act: () => renameSync(path, `${path}.bak`) },
    { name: "a move of its folder", act: () => renameSync(folder, `${folder}.bak`) },
    { name: "a copy in its place", act: () => replace() },
  ])("is noticed: $name", async ({ act }) => {
    const change = await foundGood(path)
    act()
    expect(change.isAsBefore()).toBe(false)
    rmSync(`${folder}.bak`, { recursive: true, force: true })
  })

  it("is unknown until somebody has found the file good", () => {
    expect(new LastChange(path).isAsBefore()).toBe(false)
  })

  it("says nothing while another one could have the same time", async () => {
    const change = await foundGood(path)
    writeFileSync(path, "again")
    // The look is made in the tick of the change, and remembered much later.
    expect(change.isAsBefore()).toBe(false)
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10_000)
    change.wasGood()
    expect(change.isAsBefore()).toBe(false)
  })

  function writeAndSetBack(): void {
    writeFileSync(path, "same size")
    utimesSync(path, 1, 1)
  }

  function replace(): void {
    copyFileSync(path, `${path}.new`)
    renameSync(`${path}.new`, path)
  }
})

describe("the last change of a folder", () => {
  it.each<{ name: string; act: () => void }>([
    { name: "a file is removed", act: () => rmSync(path) },
    { name: "a file is made", act: () => writeFileSync(`${path}.new`, "") },
    { name: "a file gets another name", act: () => renameSync(path, `${path}.bak`) },
    { name: "it is another folder", act: () => otherFolder() },
  ])("is noticed: $name", async ({ act }) => {
    const change = await foundGood(folder)
    act()
    expect(change.isAsBefore()).toBe(false)
    rmSync(`${folder}.bak`, { recursive: true, force: true })
  })

  it("is not a write to one of its files", async () => {
    const change = await foundGood(folder)
    writeFileSync(path, "other text")
    expect(change.isAsBefore()).toBe(true)
  })

  function otherFolder(): void {
    renameSync(folder, `${folder}.bak`)
    mkdirSync(folder)
  }
})
