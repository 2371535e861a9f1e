import { describe, expect, it } from "vitest"
import type { PlanStep } from "../../contracts/plan.ts"
import { NO_TOOLS_NEEDED, readPlan } from "./read-plan.ts"

const read = (text: string, maxSteps = 40, isCut = false) => readPlan({ text, isCut }, { maxSteps })
const step = (what: string, needs: readonly number[] = [], tool?: string): PlanStep => ({
  what,
  needs,
  ...(tool !== undefined && { tool }),
})

describe("readPlan parses", () => {
  const both = [step("List the folder", [], "list"), step("Read the first file", [1], "read_file")]
  it.each<{ name: string; text: string; steps?: readonly PlanStep[] }>([
    {
      name: "lines in the requested form",
      text: "1. [list] List the folder\n2. [read_file] Read the first file (needs 1)",
    },
    {
      name: "lines between other text",
      text: "Sure!\n\n1. [list] List the folder\n2. [read_file] Read the first file (needs 1)\n\nLet me know.",
    },
    { name: "lines in bold", text: "**1.** [list] List the folder\n**2.** [read_file] Read the first file (needs 1)" },
    {
      name: "lines that call themselves steps",
      text: "Step 1: [list] List the folder\nStep 2: [read_file] Read the first file (needs step 1)",
    },
    {
      name: "headings that call themselves steps",
      text: "## Plan\n### Step 1: [list] List the folder\n### **Step 2:** [read_file] Read the first file (needs 1)",
    },
    {
      name: "bullets with a tool in front",
      text: "The plan:\n- [list] List the folder\n- [read_file] Read the first file (needs 1)\n- That is all.",
    },
    {
      name: "numbered lines with bullets between them, which are remarks",
      text: "1. [list] List the folder\n- [note] It may be large\n2. [read_file] Read the first file (needs 1)",
    },
    {
      name: "lines with brackets around the needs",
      text: "1) [list] List the folder\n2) [read_file] Read the first file [needs: 1]",
    },
    {
      name: "JSON",
      text: '{"steps":[{"what":"List the folder","tool":"list","needs":[]},{"what":"Read the first file","tool":"read_file","needs":[1]}]}',
    },
    {
      name: "JSON in a fence",
      text: '```json\n{"steps":[{"what":"List the folder","tool":"list"},{"what":"Read the first file","tool":"read_file","needs":["1"]}]}\n```',
    },
    {
      name: "a JSON list with other names",
      text: 'Plan: [{"id":1,"description":"List the folder","tool":"list"},{"id":2,"task":"Read the first file","tool_name":"read_file","depends_on":1}]',
    },
    {
      name: "L17: calls of add_step, as seed 001 has them",
      text: '[plan.add_step(step_number=1, description="List the folder", expected_server="list"), plan.add_step(step_number=2, description="Read the first file", expected_server="read_file", depends_on=[1]), plan.done()]',
    },
    {
      name: "L17: calls of add_step, one a line, between other words and special tokens",
      text: "Here is it:\n<|tool_call_start|>[add_step('List the folder', 'list')]\n[add_step('Read the first file', 'read_file', [1])]\n[done()]<|tool_call_end|>",
    },
    {
      name: "L17: lines that begin with add_step",
      text: 'add_step: [list] List the folder\nadd_step "[read_file] Read the first file (needs 1)"\ndone',
    },
    {
      name: "L17: add_step with commas, brackets, quotes and calls in its text",
      text: String.raw`plan.add_step(description="Say \"a, b)\", then add_step(x)", tool=None)`,
      steps: [step('Say "a, b)", then add_step(x)')],
    },
    { name: "a list of strings", text: '["[list] List the folder", "[read_file] Read the first file (needs 1)"]' },
    {
      name: "numbers that begin elsewhere",
      text: "3. [list] List the folder\n4. [read_file] Read the first file (needs 3)",
    },
    {
      name: "lines without hints or needs",
      text: "1. List the folder\n2. Read the first file",
      steps: [step("List the folder"), step("Read the first file")],
    },
    {
      name: "needs that only the text names",
      text: "1. List the folder\n2. Read the files from step 1\n3. Compare the texts of steps 1 and 2",
      steps: [
        step("List the folder"),
        step("Read the files from step 1", [1]),
        step("Compare the texts of steps 1 and 2", [1, 2]),
      ],
    },
    ...["needs 1-3", "needs: 1; 2; 3", "needs 1/2/3", "needs steps 1 to 3", "needs 1–3"].map((needs) => ({
      name: `needs written as "${needs}"`,
      text: `1. Copy a\n2. Copy b\n3. Copy c\n4. [delete] Delete all (${needs})`,
      steps: [step("Copy a"), step("Copy b"), step("Copy c"), step("Delete all", [1, 2, 3], "delete")],
    })),
    {
      name: "numbers from zero",
      text: '[{"id":0,"what":"Copy"},{"id":1,"what":"Delete","needs":[0]}]',
      steps: [step("Copy"), step("Delete", [1])],
    },
    {
      name: "lines that are all number 1",
      text: "1. Copy\n1. Delete (needs 1)",
      steps: [step("Copy"), step("Delete", [1])],
    },
    {
      name: "a step over several lines",
      text: "1. Write the file\n   with the text hello\n2. Read it",
      steps: [step("Write the file with the text hello"), step("Read it")],
    },
    {
      name: "lines with lists below them",
      text: "1. Write the file:\n   1. first the title\n   - then the text\n2. Read it",
      steps: [step("Write the file: 1. first the title - then the text"), step("Read it")],
    },
    {
      name: "lines that quote JSON, dates and figures",
      text: '1. Write ["a", "b"] and {"steps": []} to 3.5 files\n2026-11-15 is the day\n2. Read it',
      steps: [step('Write ["a", "b"] and {"steps": []} to 3.5 files'), step("Read it")],
    },
    {
      name: "a step that needs itself",
      text: "1. List the folder\n2. Read it (needs 2, 1)",
      steps: [step("List the folder"), step("Read it", [1])],
    },
    {
      name: "a step that waits for a later one",
      text: "1. Read it (needs 2)\n2. List the folder",
      steps: [step("Read it", [2]), step("List the folder")],
    },
  ])("$name", ({ text, steps = both }) => {
    expect(read(text)).toEqual({ steps })
  })
})

describe("readPlan finds no plan", () => {
  it.each([
    {
      name: "bullets are boxes, links or remarks",
      text: "- [x] Done\n- [ ] To do\n- [docs](https://example.com) to read\n- [see the notes] first\n- Hello",
      why: "The plan could not be read.",
    },
    { name: "L17: a plan only responds", text: '[plan.respond(text="Paris, of course.")]', why: NO_TOOLS_NEEDED },
    { name: "L17: a plan is done at once", text: "[done()]", why: NO_TOOLS_NEEDED },
    {
      name: "L17: a step never ends",
      text: '[add_step("List"), add_step("Read',
      why: "The plan could not be read.",
    },
    {
      name: "L17: a step has no text",
      text: "[add_step(step_number=1), add_step('Read')]",
      why: "The plan could not be read.",
    },
    { name: "no tools are needed", text: "no tools", why: NO_TOOLS_NEEDED },
    { name: "no tools are needed, and an answer follows", text: "No tools.\n\n1. Sleep\n2. Eat", why: NO_TOOLS_NEEDED },
    {
      name: "a step needs one that does not exist",
      text: "1. List (needs 7)",
      why: "The plan needs a step 7, and has none.",
    },
    { name: "JSON says that there is nothing to do", text: '{"steps": []}', why: NO_TOOLS_NEEDED },
    { name: "nothing was said", text: "", why: "The plan could not be read." },
    {
      name: "the planner answered at once",
      text: "The capital of France is Paris.",
      why: "The plan could not be read.",
    },
    { name: "the JSON is broken", text: '{"steps":[{"what":"List', why: "The plan could not be read." },
  ])("when $name", ({ text, why }) => {
    expect(read(text)).toEqual({ why })
  })

  it("when it is longer than allowed", () => {
    expect(read("1. a\n2. b\n3. c", 2)).toEqual({ why: "The plan has 3 steps, and 2 are allowed." })
    expect(read("1. a\n2. b", 2)).toEqual({ steps: [step("a"), step("b")] })
  })

  it("when it was cut off, because it is unknown what is missing", () => {
    expect(read("1. a\n2. b", 40, true)).toEqual({ why: "The plan was cut off at the output limit." })
  })
})
