import { describe, expect, it } from "vitest"
import { PawlError } from "../../contracts/error.ts"
import type { Files } from "../../contracts/files.ts"
import type { RestorePlan } from "../../contracts/undo.ts"
import { putBack } from "./put-back.ts"

/** A file that another writer may change while its former bytes are read. */
function place(meanwhile: (write: (content: string) => void) => void) {
  let content = "by the call"
  const write = (next: string) => {
    content = next
  }
  const files = {
    root: "/",
    hashes: async () => ({ "a.txt": content }),
    put: async (_path: string, bytes: Uint8Array, how: { beforeChange?: () => Promise<void> } = {}) => {
      await how.beforeChange?.()
      write(new TextDecoder().decode(bytes))
    },
    mode: async () => undefined,
    removeFolder: async () => {},
  } as Partial<Files> as Files
  const blobs = {
    read: async () => {
      meanwhile(write)
      return new TextEncoder().encode("before the call")
    },
  }
  return { files, blobs, content: () => content }
}

const plan = {
  files: { "a.txt": "hash of before" },
  expect: { "a.txt": "by the call" },
  modes: {},
  skipped: {},
  together: [],
  undoes: ["c1"],
} as unknown as RestorePlan

const { signal } = new AbortController()

describe("putBack", () => {
  it("does not overwrite what a person wrote while the former bytes were read, and reports it", async () => {
    const { files, blobs, content } = place((write) => write("by a person"))
    const done = await putBack(plan, {}, { files, blobs, signal, fence: async () => {} })
    expect(done?.report).toEqual({ "a.txt": "skipped" })
    expect(content()).toBe("by a person")
  })

  it("changes nothing, and reports nothing, once another process runs the session", async () => {
    const { files, blobs, content } = place(() => {})
    const fence = () => Promise.reject(new PawlError("lease-lost", "gone"))
    await expect(putBack(plan, {}, { files, blobs, signal, fence })).rejects.toMatchObject({ code: "lease-lost" })
    expect(content()).toBe("by the call")
  })

  it("restores a file that only this session changed", async () => {
    const { files, blobs, content } = place(() => {})
    const done = await putBack(plan, {}, { files, blobs, signal, fence: async () => {} })
    expect([done?.report, content()]).toEqual([{ "a.txt": "restored" }, "before the call"])
  })
})
