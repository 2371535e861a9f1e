// A prompt that consists only of instructions, for tests that check something else.
import type { Section } from "../contracts/context.ts"

export function plainPrompt(instructions: string) {
  const sections: readonly Section[] = [{ name: "instructions", text: instructions, place: "system" }]
  return { prompt: async () => sections, now: () => 0 }
}
