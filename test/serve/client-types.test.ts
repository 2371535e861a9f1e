import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { clientTypes } from "../../scripts/client-types/write.ts"

describe("the types of the wire", () => {
  it("are those of the OpenAPI document", () => {
    const stale = 'The server\'s routes have changed. Run "npm run client-types".'
    expect(readFileSync(new URL("../../packages/client/src/wire.ts", import.meta.url), "utf8"), stale).toBe(
      clientTypes(),
    )
  })
})
