// Which parts of a log the conversation still has: a rewind takes back what stands between its goal and itself.
import type { Fact } from "../../contracts/fact.ts"

export type Rewind = Extract<Fact, { readonly type: "conversation-rewound" }>

export function isRewind(fact: Fact): fact is Rewind {
  return fact.type === "conversation-rewound"
}

/** Whether what stands at a `seq` was taken back. A rewind to before an earlier rewind brings back what that one took. */
export function takenBack(rewinds: readonly Rewind[]): (seq: number) => boolean {
  const gaps: { readonly after: number; readonly until: number }[] = []
  let end = Number.POSITIVE_INFINITY
  for (const { seq, to } of rewinds.toReversed()) {
    // It was taken back itself.
    if (seq > end) continue
    gaps.push({ after: to, until: seq })
    end = to
  }
  return (seq) => gaps.some(({ after, until }) => seq > after && seq <= until)
}
