// Shortens consecutive requests without losing anything: what does not change is written once.

type Request = Readonly<Record<string, unknown>>

/** Leaves out what equals the previous request of the same model or session: fields, and the common beginning of lists. */
export function shortened(requests: readonly Request[]): readonly unknown[] {
  const last = new Map<unknown, Request>()
  return requests.map((request) => {
    const whose = request.model ?? request.session
    const before = last.get(whose)
    last.set(whose, request)
    if (before === undefined || "raw" in request) return request
    const fields = Object.entries(request).map(([key, value]) => [key, change(before[key], value)])
    return Object.fromEntries(fields)
  })
}

function change(before: unknown, now: unknown): unknown {
  if (JSON.stringify(before) === JSON.stringify(now) && JSON.stringify(now).length > 40) return "as before"
  if (!Array.isArray(before) || !Array.isArray(now)) return now
  const differs = now.findIndex((each, index) => JSON.stringify(each) !== JSON.stringify(before[index]))
  const same = differs === -1 ? now.length : differs
  return same === 0 ? now : { asBefore: same, more: now.slice(same) }
}
