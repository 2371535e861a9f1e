import { describe, expect, it } from "vitest"
import { assistant, result, user } from "../../context/__fixtures__/shapes.ts"
import { openItems } from "./open-items.ts"

const list = "shot1.png\nshot2.png\nshot3.png"
const moved = (path: string) => assistant("", ["m", "move_file", { from: path, to: "done" }])

describe("what is still open", () => {
  it.each([
    {
      name: "boxes that were not ticked",
      messages: [assistant("- [ ] read\n- [x] list\n* [ ] rename")],
      open: ["read", "rename"],
    },
    {
      name: "boxes in their latest state",
      messages: [assistant("- [ ] read\n- [ ] rename"), assistant("- [x] read\n- [ ] rename")],
      open: ["rename"],
    },
    {
      name: "boxes that the user drew",
      messages: [user("1. [ ] call Ada\n2. [ ] write to Bob")],
      open: ["call Ada", "write to Bob"],
    },
    {
      name: "the rest of a list that was begun",
      messages: [result("a", list), moved("shot2.png")],
      open: ["shot1.png", "shot3.png"],
    },
    { name: "nothing of a list without work on it", messages: [result("a", list)], open: [] },
    {
      name: "nothing of a list that is done",
      messages: [result("a", list), ...["shot1.png", "shot2.png", "shot3.png"].map(moved)],
      open: [],
    },
    {
      name: "the rest of a JSON list",
      messages: [result("a", JSON.stringify({ files: [{ name: "one.md" }, { name: "two.md" }] })), moved("x/one.md")],
      open: ["two.md"],
    },
    {
      name: "nothing of a result that failed",
      messages: [result("a", list, { failed: true }), moved("shot1.png")],
      open: [],
    },
    {
      name: "nothing of prose",
      messages: [
        result("a", `${"A long sentence that goes on and on and is no item of a list at all.\n".repeat(3)}`),
        moved("A long"),
      ],
      open: [],
    },
  ])("are $name", ({ messages, open }) => {
    expect(openItems([], messages)).toEqual(open)
  })

  it("stay open from an earlier digest until they are worked on or ticked", () => {
    const before = ["shot1.png", "rename the rest", "write a summary"]
    expect(openItems(before, [])).toEqual(before)
    expect(openItems(before, [moved("shot1.png"), assistant("- [x] rename the rest")])).toEqual(["write a summary"])
  })

  it("do not depend on calls before the list was shown", () => {
    expect(openItems([], [moved("shot1.png"), result("a", list), moved("shot2.png")])).toEqual([
      "shot1.png",
      "shot3.png",
    ])
  })
})
