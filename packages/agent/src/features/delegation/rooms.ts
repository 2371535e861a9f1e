// Limits how many calls of one session run at once; the others wait in a queue, and leave it when they are stopped.

export type Enter = (session: string, signal: AbortSignal) => Promise<() => void>

export function rooms(most: number): Enter {
  const inside = new Map<string, number>()
  const lines = new Map<string, (() => void)[]>()

  function leave(session: string): void {
    const next = lines.get(session)?.shift()
    if (next !== undefined) {
      next()
      return
    }
    const left = (inside.get(session) ?? 1) - 1
    if (left > 0) inside.set(session, left)
    else {
      inside.delete(session)
      lines.delete(session)
    }
  }

  return async (session, signal) => {
    let isIn = true
    const way = () => {
      if (isIn) leave(session)
      isIn = false
    }
    const count = inside.get(session) ?? 0
    if (count < most) {
      inside.set(session, count + 1)
      return way
    }
    const line = lines.get(session) ?? []
    lines.set(session, line)
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener("abort", giveUp)
        resolve()
      }
      const giveUp = () => {
        line.splice(line.indexOf(enter), 1)
        reject(new Error("told to stop before it began"))
      }
      line.push(enter)
      signal.addEventListener("abort", giveUp, { once: true })
    })
    return way
  }
}
