import { describe, expect, it } from "vitest"
import { nearest } from "../base/nearest.ts"
import { isMisspelled } from "./similar.ts"

describe("similar tool names", () => {
  it.each([
    ["readFile", "read_file", true],
    ["read-file", "read_file", true],
    ["READ_FILE", "read_file", true],
    ["read_files", "read_file", true],
    ["readfile", "read_file", true],
    ["serach_files", "search_files", true],
    ["list_directry", "list_directory", true],
    ["raed_file", "read_file", false],
    ["read_fil", "read_file", false],
    ["transfer_v1", "transfer_v2", false],
    ["transfers2", "transfers1", false],
    ["lock_y", "lock_x", false],
    ["größe", "grüße", false],
    ["count_c", "count_c++", false],
    ["enable_user1", "enable_user2", false],
    ["list_directry_serach", "list_directory_search", false],
    ["remove_file", "move_file", false],
    ["head_file", "read_file", false],
    ["read_file_lines", "read_file", false],
    ["write_file", "read_file", false],
    ["serch", "search", true],
    ["", "read_file", false],
  ])("isMisspelled says that %s is a misspelled %s: %s", (asked, name, is) => {
    expect(isMisspelled(asked, name)).toBe(is)
  })

  it("nearest suggests names with the same words first, then with similar letters", () => {
    const names = ["run_command", "move_file", "files__read_file", "list_directory", "reed"]
    expect(nearest("read_the_file", names, 3)).toEqual(["files__read_file", "move_file", "reed"])
  })
})
