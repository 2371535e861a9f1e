// What a request has around its messages: prompt and tools, as they are sent, counted and stored. Most requests have that of
// the one before, so it is made when something changes.
import type { Section } from "../contracts/context.ts"
import type { ToolDefinition } from "../contracts/model.ts"
import { addCounts, type Counts, countText } from "../tokens/counts.ts"
import { countTools } from "../tokens/message-counts.ts"
import { type RenderStyle, renderSections } from "./prompt/render.ts"
import { type StoredSections, sectionStore } from "./stored-sections.ts"

/** What a frame is made of. Lists that are the same hold the same. */
export interface Framed {
  /** All existing tools, in the order of their sources. */
  readonly definitions: readonly ToolDefinition[]
  /** The offered tools. */
  readonly tools: readonly ToolDefinition[]
  /** If not all tools are offered: the list they were chosen from. */
  readonly all: readonly ToolDefinition[] | undefined
  readonly sections: readonly Section[]
  readonly date: string
}

export interface Frame extends Framed {
  readonly system: string
  /** The text before the user's words. */
  readonly front: string
  readonly counts: FrameCounts
  readonly stored: StoredSections
}

export interface FrameCounts {
  /** Of the prompt without the parts that count as history. */
  readonly system: Counts
  readonly tools: Counts
  readonly systemAndTools: Counts
  /** If not all tools are offered: of the list they were chosen from. */
  readonly all: Counts | undefined
}

export type FrameMaker = (framed: Framed) => Frame

export function frameMaker(style: RenderStyle | undefined): FrameMaker {
  const stored = sectionStore()
  let last: Frame | undefined
  return (framed) => {
    if (last === undefined || !isSame(last, framed)) last = frameOf(framed, style, stored)
    return last
  }
}

function isSame(a: Framed, b: Framed): boolean {
  return (
    a.sections === b.sections &&
    a.tools === b.tools &&
    a.definitions === b.definitions &&
    a.all === b.all &&
    a.date === b.date
  )
}

function frameOf(framed: Framed, style: RenderStyle | undefined, stored: ReturnType<typeof sectionStore>): Frame {
  const { definitions, tools, all, sections, date } = framed
  const { system, turn, counted } = renderSections(sections, style)
  const front = turn === "" || date === "" ? turn + date : `${turn}\n\n${date}`
  const prompt = front === "" ? counted : `${counted}\n\n${front}`
  const counts = frameCounts(prompt, tools, all)
  return { ...framed, system, front, counts, stored: stored({ system, front, tools, definitions }) }
}

/** `prompt`: without the parts that count as history. */
export function frameCounts(prompt: string, tools: Framed["tools"], all?: Framed["all"]): FrameCounts {
  const [ofPrompt, ofTools] = [countPrompt(prompt), countTools(tools)]
  return {
    system: ofPrompt,
    tools: ofTools,
    systemAndTools: addCounts(ofPrompt, ofTools),
    all: all && countTools(all),
  }
}

/** Caches the last prompt, because many agents may share it. */
let lastPrompt = { text: "", counts: countText("") }

function countPrompt(prompt: string): Counts {
  if (lastPrompt.text !== prompt) lastPrompt = { text: prompt, counts: countText(prompt) }
  return lastPrompt.counts
}
