import { expect, it } from "vitest"
import { browserFor } from "./login.ts"

it.each([
  ["darwin", ["open"]],
  ["linux", ["xdg-open"]],
  ["win32", ["rundll32", "url.dll,FileProtocolHandler"]],
] as const)("a page is opened without a shell on %s: what is in its address is not run", (platform, command) => {
  const url = "https://x.example/authorize?a=1&calc.exe"
  expect(browserFor(platform, url)).toEqual([...command, url])
})
