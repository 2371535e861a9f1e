import type { Json } from "@pawl/client"
import { describe, expect, it } from "vitest"
import { sayCall, shownName } from "./say-call.ts"

describe("sayCall", () => {
  it.each<[name: string, given: Readonly<Record<string, Json>>, what: string, telling: string]>([
    ["read_file", { path: "a.md" }, "Read file", "a.md"],
    ["read_file", { path: "a.md", start_line: 10 }, "Read file", "a.md:10"],
    ["read_file", { path: "a.md", start_line: 10, line_count: 5 }, "Read file", "a.md:10–14"],
    ["write_file", { path: "a.md", content: "x" }, "Write file", "a.md"],
    ["edit_file", { path: "a.md", old_text: "x", new_text: "y" }, "Edit file", "a.md"],
    ["list_directory", {}, "List folder", "."],
    ["search_files", { pattern: "to.?do", path: "src" }, "Search files", "to.?do · src"],
    ["search_files", { pattern: "to.?do" }, "Search files", "to.?do"],
    ["move_file", { from: "a", to: "b" }, "Move file", "a → b"],
    ["run_command", { command: "npm test\n  && ls" }, "Run command", "npm test && ls"],
    ["fetch_url", { url: "https://example.com" }, "Fetch page", "https://example.com"],
    ["tasks", { action: "create", titles: ["one", "two"] }, "Task list", "one, two"],
    ["tasks", { action: "update", id: 1, status: "done" }, "Task list", "#1 · done"],
    ["tasks", { action: "update", id: 2, title: "Count all", status: "odd" }, "Task list", "#2 · Count all"],
    ["tasks", { action: "list" }, "Task list", ""],
    ["ask_user", { question: "Which?" }, "Question", "Which?"],
    ["delegate", { task: "Count all files", title: "Count" }, "Sub-agent", "Count"],
    ["delegate", { task: "Count all files" }, "Sub-agent", "Count all files"],
    ["github__search_issues", { limit: 5, query: "is:open" }, "github · search_issues", "is:open"],
    ["pay", { cents: 5, to: "ann" }, "pay", "ann"],
    ["pay", { cents: 5 }, "pay", ""],
    ["run_command", { command: 7 }, "Run command", "7"],
    ["run_command", {}, "Run command", ""],
    ["constructor", { path: "x" }, "constructor", "x"],
  ])("says of %s %j: %s %s", (name, given, what, telling) => {
    expect(sayCall(name, given)).toEqual({ what, telling })
  })

  it("cuts what is too long for a line", () => {
    const { telling } = sayCall("run_command", { command: "x".repeat(5000) })
    expect(telling).toHaveLength(301)
  })

  it("names a call whose name is not known yet", () => {
    expect(shownName("")).toBe("Tool")
  })
})
