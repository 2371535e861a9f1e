import { describe, expect, it } from "vitest"
import type { JsonObject } from "../../contracts/json.ts"
import { repairNames } from "./parameter-names.ts"

const one: JsonObject = { properties: { path: {}, limit: {} }, required: ["path"] }
const two: JsonObject = { properties: { old_path: {}, new_path: {} }, required: ["old_path", "new_path"] }
const ends: JsonObject = { properties: { from: {}, to: {} }, required: ["from", "to"] }

describe("repairNames (FM-5)", () => {
  it.each<[JsonObject, JsonObject, JsonObject]>([
    [one, { file_path: "a" }, { path: "a" }],
    [one, { filePath: "a", limit: 1 }, { path: "a", limit: 1 }],
    [one, { Path: "a" }, { path: "a" }],
    [one, { absolute_file_path: "a" }, { path: "a" }],
    [two, { oldPath: "a", newPath: "b" }, { old_path: "a", new_path: "b" }],
    [ends, { source: "a", destination: "b" }, { from: "a", to: "b" }],
    [ends, { old_path: "a", to: "b" }, { from: "a", to: "b" }],
  ])("repairs a name that is clear (%#)", (schema, given, meant) => {
    expect(repairNames(given, schema).arguments).toEqual(meant)
  })

  it("reports each repair", () => {
    expect(repairNames({ file_path: "a" }, one).repairs).toEqual(['"file_path" is taken as "path"'])
  })

  it.each<[JsonObject, JsonObject]>([
    [one, { path: "a", file_path: "b" }],
    [one, { name: "a" }],
    [one, { exclude_path: "a" }],
    [one, { target_path: "a" }],
    [{ properties: { id: {} }, required: ["id"] }, { order_id: 7 }],
    [{ properties: { id: {} }, required: ["id"] }, { not_id: 7 }],
    [ends, { from: "a", new_price: "b" }],
    [one, { file_path: "a", other_path: "b" }],
    [two, { path: "a" }],
    [ends, { path: "dir/a", new_name: "b" }],
    [ends, { source: "a", old_path: "b", to: "c" }],
    [{ properties: { path: {} } }, { file_path: "a" }],
    [{}, { file_path: "a" }],
  ])("leaves names unchanged when it is not clear which is meant (%#)", (schema, given) => {
    expect(repairNames(given, schema)).toEqual({ arguments: given, repairs: [] })
  })
})
