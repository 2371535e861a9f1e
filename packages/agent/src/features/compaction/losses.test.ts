import { describe, expect, it } from "vitest"
import { tokens } from "../../context/__fixtures__/shapes.ts"
import { areCounted, isAnnounced, sumUpLosses } from "./losses.ts"

const message = (number: number) => `the user's message ${number}: "x"`

describe("losses", () => {
  it.each<{ name: string; lines: readonly string[]; most: number; told: readonly string[] }>([
    { name: "are announced by name", lines: [message(1), message(2)], most: 100, told: [message(1), message(2)] },
    { name: "of lists are added up", lines: ["3 older files", "4 older files"], most: 100, told: ["7 older files"] },
    {
      name: "are counted when there is no room, the newest named",
      lines: [message(1), message(2), message(3)],
      most: 7,
      told: ["2 earlier messages of the user, whole or in part", message(3)],
    },
    {
      name: "that were counted before are added up",
      lines: [
        "5 earlier messages of the user, whole or in part",
        "2 earlier losses: the log has them",
        message(9),
        "odd",
      ],
      most: 0,
      told: ["6 earlier messages of the user, whole or in part", "3 earlier losses: the log has them"],
    },
    { name: "are announced once", lines: [message(1), message(1)], most: 100, told: [message(1)] },
    { name: "are empty when nothing was lost", lines: [], most: 0, told: [] },
  ])("$name", ({ lines, most, told }) => {
    expect(sumUpLosses(lines, most, tokens)).toEqual(told)
  })

  it.each([
    { at: 0, lost: [message(1)], announced: true },
    { at: 0, lost: [`part of ${message(1)}`], announced: true },
    { at: 1, lost: [message(1)], announced: false },
    { at: 7, lost: ["2 earlier messages of the user, whole or in part"], announced: true },
    { at: 7, lost: ["2 older files"], announced: false },
  ])("announce message $at in $lost: $announced", ({ at, lost, announced }) => {
    expect(isAnnounced(at, lost)).toBe(announced)
  })

  it.each([
    { field: "files", lost: ["2 older files"], counted: true },
    { field: "effects", lost: ["2 older files"], counted: false },
    { field: "effects", lost: ["2 earlier losses: the log has them"], counted: true },
  ])("count $field in $lost: $counted", ({ field, lost, counted }) => {
    expect(areCounted(field, lost)).toBe(counted)
  })
})
