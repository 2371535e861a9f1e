// The first run in a real browser: what is checked, what is offered, and where the page gets all it needs.
import { describe, expect, it } from "vitest"
import { begin, button, composer } from "./__fixtures__/page.ts"
import { stage } from "./__fixtures__/stage.ts"

describe("a server with a model", () => {
  const on = stage()

  it("a message on the first page begins a session and is answered", async () => {
    const page = await on.open()
    await begin(page, "Good morning")
    await page.getByText("You said: Good morning").first().waitFor()
  })

  it("the first page shows three things to try, and one of them is ready to be sent after a click", async () => {
    const page = await on.open()
    const tries = page.getByRole("region", { name: "Three things to try" }).getByRole("listitem")
    await expect.poll(() => tries.count()).toBe(3)
    await tries.filter({ hasText: "Name my screenshots" }).getByRole("button").click()
    await expect.poll(() => composer(page).inputValue()).toContain("rename each after what it shows")
    expect(await page.getByRole("alert").count()).toBe(0)
  })

  it("the page may load and run only what its own server sends", async () => {
    const answer = await fetch(on.server.url)
    const policy = answer.headers.get("content-security-policy") ?? ""
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain("unsafe-eval")
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/)
    expect(await answer.text()).not.toMatch(/<script(?![^>]*src=)[^>]*>|https?:\/\/(?!127\.0\.0\.1)/)
  })
})

describe("a server with a workspace that cannot be opened", () => {
  const workspaces = {
    main: { folder: "../../work" },
    other: { folder: "../../work" },
  }
  const on = stage({ config: { serve: { workspaces } } })

  it("the first page says what is missing and what to type, and looks again when asked (T28)", async () => {
    const page = await on.open()
    const notice = page.getByRole("alert")
    await notice.getByText("have the same folder").waitFor()
    await notice.getByText("pawl doctor").waitFor()
    await Promise.all([page.waitForResponse(/\/v1\/status/), button(notice, "Check again").click()])
    await notice.getByText("have the same folder").waitFor()
  })
})
