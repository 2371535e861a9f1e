// Whatever Pawl's tools and other writers did to a few files: going back to any turn gives exact bytes, or an honest
// skip.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { expect, it } from "vitest"
import { aFolder, outcomesOf, type Wanted, working } from "../../session/__fixtures__/undoing.ts"

const NAMES = ["a", "b", "c"]
const name = fc.constantFrom(...NAMES)
const content = fc.constantFrom("1", "2", "3")

type Deed =
  | { readonly by: "us"; readonly call: Wanted }
  | { readonly by: "other"; readonly name: string; readonly content: string | null }
  | { readonly by: "undo" }

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(name, content).map(([path, text]) => ours("write_file", { path, content: text })) },
  fc.tuple(name, content, content).map(([path, old_text, new_text]) => ours("edit_file", { path, old_text, new_text })),
  fc.tuple(name, name).map(([from, to]) => ours("move_file", { from, to })),
  name.map((path) => ours("delete_file", { path })),
  fc.tuple(name, fc.option(content)).map(([path, text]): Deed => ({ by: "other", name: path, content: text })),
  fc.constant<Deed>({ by: "undo" }),
)

function ours(tool: string, input: Record<string, string>): Deed {
  return { by: "us", call: [tool, input] }
}

function bytesIn(folder: string): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    NAMES.map((each) => [each, existsSync(join(folder, each)) ? readFileSync(join(folder, each), "utf8") : null]),
  )
}

it("rewind to any turn leaves every file as it was then, or skipped and unchanged", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 10 }), fc.nat(), async (deeds, pick) => {
      const { folder } = aFolder()
      await using work = await working(folder)
      const found: Readonly<Record<string, string | null>>[] = []
      const touched = new Set<string>()
      for (const each of deeds) {
        if (each.by === "us") {
          found.push(bytesIn(folder))
          await work.turn(each.call)
        } else if (each.by === "undo") await work.session.undo().catch(() => {})
        else {
          touched.add(each.name)
          if (each.content === null) rmSync(join(folder, each.name), { force: true })
          else writeFileSync(join(folder, each.name), each.content)
        }
      }
      if (found.length === 0) return
      const turn = (pick % found.length) + 1
      const before = bytesIn(folder)
      const report = await work.session.rewind({ turn, what: "both" })
      const after = bytesIn(folder)
      const outcomes = outcomesOf(report)
      for (const each of NAMES) {
        // What another writer made of it before Pawl's first change is what Pawl found.
        const was = touched.has(each) ? found.slice(turn - 1).map((files) => files[each]) : [found[turn - 1]?.[each]]
        if (outcomes[each] === "restored" || outcomes[each] === "removed") expect(was).toContain(after[each])
        else expect(after[each]).toBe(before[each])
        // Only another writer's change is a reason to skip.
        if (!touched.has(each) && outcomes[each] !== "skipped") expect(after[each]).toBe(found[turn - 1]?.[each])
        if (touched.size === 0) expect(outcomes[each]).not.toBe("skipped")
      }
    }),
    { numRuns: 40 },
  )
}, 60_000)
