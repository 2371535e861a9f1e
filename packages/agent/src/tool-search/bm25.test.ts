import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Bm25 } from "./bm25.ts"

const WEIGHTS = [
  { weight: 3, shrink: 0.5 },
  { weight: 1, shrink: 0.5 },
]

function indexed(
  documents: Readonly<Record<string, readonly (readonly string[])[]>>,
  groupOf: (id: string) => string = () => "",
): Bm25 {
  const index = new Bm25(WEIGHTS)
  for (const [id, fields] of Object.entries(documents)) index.put(id, fields, groupOf(id))
  return index
}

const parityOf = (id: string) => (Number(id) % 2 === 0 ? "even" : "odd")

const asked = (...terms: readonly string[]) => new Map(terms.map((term) => [term, 1]))

describe("Bm25", () => {
  it("ranks rare terms before common ones, and the name before the description", () => {
    const index = indexed({
      both: [["mail"], ["send", "mail"]],
      name: [["mail"], ["send"]],
      text: [["other"], ["send", "mail"]],
      none: [["other"], ["send"]],
    })
    expect(index.find(asked("mail", "send"), 10).map(({ id }) => id)).toEqual(["both", "name", "text", "none"])
    expect(index.find(asked("mail"), 10).map(({ id }) => id)).toEqual(["both", "name", "text"])
    expect(index.find(asked("unheard"), 10)).toEqual([])
    expect(index.find(asked("send"), 2)).toHaveLength(2)
  })

  it("breaks ties by id, whatever the order of insertion", () => {
    const documents = { b: [["x"], []], a: [["x"], []], c: [["x"], []] }
    expect(
      indexed(documents)
        .find(asked("x"), 2)
        .map(({ id }) => id),
    ).toEqual(["a", "b"])
  })

  it("counts a term that occurs more than 255 times", () => {
    const index = indexed({ a: [Array.from({ length: 1000 }, () => "x"), ["y"]], b: [["z"], ["z"]] })
    expect(index.find(asked("y"), 1)).toMatchObject([{ id: "a" }])
    expect(index.find(asked("z"), 5)).toMatchObject([{ id: "b" }])
  })

  it("calls onTerm for the first and last document of a term", () => {
    const received: string[] = []
    const index = new Bm25(WEIGHTS, (term, isNew) => received.push(`${isNew ? "+" : "-"}${term}`))
    index.put("a", [["x"], ["y"]])
    index.put("b", [["x"], []])
    index.put("a", [["z"], []])
    index.remove("b")
    index.remove("b")
    expect(received).toEqual(["+x", "+y", "-y", "+z", "-x"])
  })

  it("gives the same results after any changes as a rebuilt index", () => {
    const term = fc.constantFrom("a", "b", "c", "d", "e", "f")
    const fields = fc.tuple(fc.array(term, { maxLength: 4 }), fc.array(term, { maxLength: 8 }))
    const change = fc.record({ id: fc.constantFrom("1", "2", "3", "4", "5", "6"), fields: fc.option(fields) })
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 40 }),
        fc.subarray(["a", "b", "c", "d", "e", "f"]),
        (changes, query) => {
          const changed = new Bm25(WEIGHTS)
          const left = new Map<string, readonly (readonly string[])[]>()
          for (const { id, fields: given } of changes) {
            if (given === null) changed.remove(id)
            else changed.put(id, given, parityOf(id))
            if (given === null) left.delete(id)
            else left.set(id, given)
          }
          const rebuilt = indexed(Object.fromEntries(left), parityOf)
          expect(changed.find(asked(...query), 10)).toEqual(rebuilt.find(asked(...query), 10))
        },
      ),
    )
  })
})
