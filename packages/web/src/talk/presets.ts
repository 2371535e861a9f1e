// Things to try first: what they say and what is sent. Three are shown at a time.
import type { Key } from "../i18n/words.ts"

export interface Preset {
  readonly title: Key
  readonly text: Key
}

export const PRESETS: readonly Preset[] = [
  { title: "talk.presetTour", text: "talk.presetTourText" },
  { title: "talk.presetShots", text: "talk.presetShotsText" },
  { title: "talk.presetNotes", text: "talk.presetNotesText" },
  { title: "talk.presetFind", text: "talk.presetFindText" },
  { title: "talk.presetPlan", text: "talk.presetPlanText" },
]

export const SHOWN = 3

/** The next three, around and around. */
export function presetsFrom(start: number): readonly Preset[] {
  return Array.from({ length: SHOWN }, (_, at) => PRESETS[(start + at) % PRESETS.length]).filter(
    (preset) => preset !== undefined,
  )
}
