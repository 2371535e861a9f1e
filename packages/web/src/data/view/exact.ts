// Takes into a view what only the server's transcript knows: exact times, who decided, the whole of long results.
import type { ToolCard, TranscriptTurn } from "@pawl/client"
import type { SessionView, ViewAnswer, ViewCard, ViewTurn } from "./session-view.ts"

/** A turn that is over is replaced. In one that runs, events may be behind the transcript: only what they never tell is added. */
export function withExact(view: SessionView, exact: TranscriptTurn): SessionView {
  return { ...view, turns: view.turns.map((turn) => (turn.turn === exact.turn ? merged(turn, exact) : turn)) }
}

function merged(turn: ViewTurn, exact: TranscriptTurn): ViewTurn {
  if (turn.endedAt === undefined) return filledIn(turn, exact)
  if (exact.endedAt === undefined) return turn
  return exact
}

function filledIn(turn: ViewTurn, exact: TranscriptTurn): ViewTurn {
  const answers = exact.messages.flatMap(({ parts }) => [cardsOf(parts)])
  return {
    ...turn,
    messages: turn.messages.map((message) => (message.role === "user" ? message : withKnown(message, answers))),
  }
}

function cardsOf<C extends ToolCard>(parts: readonly (C | { readonly type: string })[]): readonly C[] {
  return parts.filter((part): part is C => part.type === "tool")
}

/** Calls that nothing happened to yet are told by no event. They stand where the answer has them. */
function withKnown(message: ViewAnswer, answers: readonly (readonly ToolCard[])[]): ViewAnswer {
  const own = new Map(cardsOf<ViewCard>(message.parts).map((card) => [card.call, card]))
  const exact = answers.find((cards) => cards.some(({ call }) => own.has(call))) ?? []
  const known = exact.flatMap((each): ViewCard[] => {
    const card = own.get(each.call)
    own.delete(each.call)
    if (card !== undefined) return [filled(card, each)]
    return each.state === "asked" ? [each] : []
  })
  const words = message.parts.filter(({ type }) => type !== "tool")
  return { ...message, parts: [...words, ...known, ...own.values()] }
}

function filled(card: ViewCard, { name, arguments: given, full, approval }: ToolCard): ViewCard {
  const isDecided = card.approval?.decision !== undefined && approval?.decision !== undefined
  return {
    ...card,
    ...(card.name === "" && { name }),
    ...(Object.keys(card.arguments).length === 0 && { arguments: given }),
    ...(full !== undefined && card.result !== undefined && { full }),
    ...(isDecided && { approval }),
  }
}
