// A prompt while the session's turn runs: the profile decides what happens to it.
import { afterEach, beforeEach, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(() => place.remove())

it("T11: pawl -r ID -p is refused during a turn of chat-service, like pawl send", async () => {
  const waiting = Promise.withResolvers<void>()
  const onOutput = (_: string, stderr: string) => {
    if (stderr.includes("Waiting now.")) waiting.resolve()
  }
  const first = place.start(["-p", "hang", "--profile", "chat-service", "--title", "live"], { onOutput })
  await waiting.promise
  for (const words of [
    ["-r", "live", "-p", "second"],
    ["send", "live", "second"],
  ]) {
    const { code, stdout, stderr } = await place.pawl(words)
    expect([code, stdout, stderr]).toEqual([1, "", expect.stringMatching(/Session \S+ is busy/)])
  }
  first.child.kill("SIGINT")
  expect((await first.ended).code).toBe(130)
  expect((await place.pawl(["-r", "live", "-p", "third"])).stdout).toBe("You said: third\n")
})
