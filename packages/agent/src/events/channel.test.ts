// What a channel keeps in memory.
import { expect, it } from "vitest"
import { answered, asked, finished, opened, said, stamp } from "../testing/fact-builders.ts"
import { Channel } from "./channel.ts"

const facts = stamp([opened(), said("go"), asked(), answered({ text: "Hello" }), finished()])

it("keeps facts only for subscribers; those who wait for the end of a turn need none", () => {
  const channel = new Channel()
  channel.setLocal(true)
  channel.watches++
  channel.publish(facts.slice(0, 3))
  expect(channel.factsAfter(0)).toBeUndefined()
  expect(channel.factsAfter(3)).toEqual([])
  channel.subscribers++
  channel.publish(facts.slice(3))
  expect(channel.factsAfter(3)).toEqual(facts.slice(3))
})

it("forgets what it knew when a drive begins, because another process may have written", () => {
  const channel = new Channel()
  channel.setLocal(true)
  channel.subscribers++
  channel.publish(facts)
  channel.setLocal(false)
  channel.setLocal(true)
  expect(channel.factsAfter(facts.length)).toBeUndefined()
})
