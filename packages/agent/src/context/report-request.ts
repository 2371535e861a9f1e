// Describes the request that would be sent now, part by part, with the size of each part in tokens.
import type { ContextReport, Section } from "../contracts/context.ts"
import type { Message } from "../contracts/message.ts"
import { alternate, groupUserMessages } from "../kernel/state/alternate.ts"
import { weightsOf } from "../kernel/state/gauge.ts"
import type { State } from "../kernel/state/state.ts"
import { countText } from "../tokens/counts.ts"
import { countMessage, countTools } from "../tokens/message-counts.ts"
import { estimate } from "../tokens/weights.ts"
import type { ContextOptions } from "./build-request.ts"
import { historyCounts, modelAt } from "./fitting.ts"
import { renderSection } from "./prompt/render.ts"
import type { RequestParts } from "./request-parts.ts"
import { requestSizes } from "./sizes.ts"

export interface ReportHow {
  readonly options: ContextOptions
  readonly chain: number
}

export function reportOf(state: State, parts: RequestParts, { options, chain }: ReportHow): ContextReport {
  const { frame, seen, messages } = parts
  const { tools, sections, system, date } = frame
  const { fitting, style } = options
  const model = modelAt(fitting, chain)
  const weights = weightsOf(state.gauge, model.name)
  const inTokens = (section: Section, words: string) => ({ ...section, tokens: estimate(countText(words), weights) })
  return {
    model: model.name,
    budget: requestSizes(state, frame.counts, historyCounts(state), { fitting, chain }).budget,
    sections: [
      ...sections.map((section) => inTokens(section, renderSection(section, style))),
      ...(date === "" ? [] : [inTokens({ name: "date", text: date, place: "turn" }, date)]),
    ],
    // As sent; the text before the user's words is counted with the sections.
    messages: weighedRuns(seen, messages, (own) => estimate(countMessage(own), weights)),
    tools: tools.map((tool) => ({ tool, tokens: estimate(countTools([tool]), weights) })),
    system,
    estimate: { samples: state.gauge.samples, error: state.gauge.error },
  }
}

function weighedRuns(
  seen: readonly Message[],
  sent: readonly Message[],
  weigh: (message: Message) => number,
): ContextReport["messages"] {
  let place = 0
  return groupUserMessages(sent).map((run) => {
    const own = seen.slice(place, place + run.length)
    place += run.length
    const tokens = own.reduce((sum, message) => sum + weigh(message), 0)
    return { message: alternate(run)[0] ?? run[0], tokens }
  })
}
