// What the command line needs to know of a session's context: the one place that knows how the library tells it.
import type { Message, Session, ToolDefinition } from "@pawl/agent"

/** All in tokens; the parts and what remains add up to the window. */
export interface Budget {
  readonly window: number
  readonly system: number
  readonly tools: number
  readonly history: number
  readonly output: number
  readonly safety: number
  readonly remaining: number
}

/** The request that would be sent now, and what it would weigh. */
export interface ContextReport {
  readonly model: string
  readonly budget: Budget
  readonly sections: readonly {
    readonly name: string
    readonly text: string
    readonly place: "system" | "turn"
    readonly tokens: number
  }[]
  readonly messages: readonly { readonly message: Message; readonly tokens: number }[]
  readonly tools: readonly { readonly tool: ToolDefinition; readonly tokens: number }[]
  readonly system: string
  readonly estimate: { readonly samples: number; readonly error: number }
}

interface WithContext {
  context(): Promise<ContextReport>
  compact(how: { readonly focus?: string }): Promise<unknown>
}

export function contextOf(session: Session): Promise<ContextReport> {
  return withContext(session).context()
}

/** What came of it is told by the session's events. */
export async function compact(session: Session, focus: string): Promise<void> {
  await withContext(session).compact(focus === "" ? {} : { focus })
}

function withContext(session: Session): WithContext {
  return session as unknown as WithContext // The library is about to have both.
}
