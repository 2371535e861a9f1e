import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { emptyList, type GrowList, lastOf, push, toArray } from "./grow-list.ts"

describe("a list that only grows", () => {
  it("keeps older versions valid when both branches grow", () => {
    const base = push(push(emptyList as GrowList<string>, ["a"]), ["b"])
    const left = push(base, ["left"])
    const right = push(base, ["right", "more"])
    const leftAgain = push(left, ["again"])
    expect(toArray(base)).toEqual(["a", "b"])
    expect(toArray(left)).toEqual(["a", "b", "left"])
    expect(toArray(right)).toEqual(["a", "b", "right", "more"])
    expect(toArray(leftAgain)).toEqual(["a", "b", "left", "again"])
    expect(lastOf(base)).toBe("b")
  })

  it("never grows the shared empty list", () => {
    push(emptyList as GrowList<number>, [1])
    push(emptyList as GrowList<number>, [2])
    expect(emptyList).toEqual({ items: [], length: 0 })
    expect(lastOf(emptyList)).toBeUndefined()
  })

  it("is the same list when nothing is added", () => {
    const list = push(emptyList as GrowList<number>, [1])
    expect(push(list, [])).toBe(list)
  })

  it("does not copy while only its newest version grows", () => {
    const first = push(emptyList as GrowList<number>, [1])
    expect(push(first, [2]).items).toBe(first.items)
  })

  it("agrees with plain arrays, whichever versions grow in any order", () => {
    const growths = fc.array(fc.record({ from: fc.nat(), added: fc.array(fc.nat(), { maxLength: 3 }) }), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(growths, (steps) => {
        const lists: GrowList<number>[] = [emptyList]
        const model: (readonly number[])[] = [[]]
        for (const { from, added } of steps) {
          const index = from % lists.length
          lists.push(push(lists[index]!, added))
          model.push([...model[index]!, ...added])
        }
        expect(lists.map(toArray)).toEqual(model)
        expect(lists.map((list) => list.length)).toEqual(model.map((each) => each.length))
        expect(lists.map(lastOf)).toEqual(model.map((each) => each.at(-1)))
      }),
    )
  })
})
