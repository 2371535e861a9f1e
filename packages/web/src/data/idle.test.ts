// How work that can wait is divided among the moments in which a page has nothing else to do.
import { expect, it } from "vitest"
import { IdleWork } from "./idle.ts"

type Work = Parameters<ConstructorParameters<typeof IdleWork>[0]>[0]

function idle() {
  const asked: Work[] = []
  const { add } = new IdleWork((work) => asked.push(work))
  const done: string[] = []
  return {
    done,
    asked,
    add: (name: string) => add(() => done.push(name)),
    slice: (timeLeft: number) => asked.shift()?.({ timeRemaining: () => timeLeft }),
  }
}

it("a moment without time does one piece, and asks for the next moment", () => {
  const { add, slice, done, asked } = idle()
  for (const name of ["a", "b"]) add(name)
  expect(asked).toHaveLength(1)
  slice(0)
  expect(done).toEqual(["a"])
  slice(0)
  expect(done).toEqual(["a", "b"])
  expect(asked).toHaveLength(0)
})

it("a moment with time does all of it", () => {
  const { add, slice, done } = idle()
  for (const name of ["a", "b", "c"]) add(name)
  slice(40)
  expect(done).toEqual(["a", "b", "c"])
})

it("what is taken back is not done", () => {
  const { add, slice, done } = idle()
  const drop = add("a")
  add("b")
  drop()
  slice(40)
  expect(done).toEqual(["b"])
})

it("work that comes later is asked for again", () => {
  const { add, slice, done } = idle()
  add("a")
  slice(40)
  add("b")
  slice(40)
  expect(done).toEqual(["a", "b"])
})
