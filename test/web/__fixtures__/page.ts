// What people do on a page, and what they look for. All of it is found as they find it: by role and name.
import type { Locator, Page } from "playwright-core"

export const composer = (page: Page): Locator => page.getByRole("textbox", { name: "Message", exact: true })

export async function say(page: Page, words: string): Promise<void> {
  await composer(page).fill(words)
  await composer(page).press("Enter")
}

export const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole("button", { name, ...(typeof name === "string" && { exact: true }) })

/** The turns of the session, without the list at the side: titles repeat what was said. */
export const conversation = (page: Page): Locator => page.getByRole("region", { name: "Conversation" })

/** The cards of calls that wait for the person. */
export const requests = (page: Page): Locator => page.locator("[data-request]")

export const answers = (page: Page): Locator => page.getByRole("article", { name: "Answer" })

/** Resolves when the session rests: the last turn has its end. */
export async function rests(page: Page): Promise<void> {
  await button(page, "Stop").waitFor({ state: "detached" })
  await button(page, "Copy answer").last().waitFor()
}

export const sessionOf = (page: Page): string =>
  decodeURIComponent(new URL(page.url()).pathname.split("/").at(-1) ?? "")

/** What is said here begins a session of its own. */
export async function begin(page: Page, words: string): Promise<string> {
  await say(page, words)
  await page.waitForURL(/\/s\//)
  return sessionOf(page)
}
