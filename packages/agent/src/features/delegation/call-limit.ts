// Limits how many calls of one session run at once; the others wait in a queue, and leave it when they are stopped.

export type Enter = (session: string, signal: AbortSignal) => Promise<() => void>

export function callLimit(most: number): Enter {
  const inside = new Map<string, number>()
  const queues = new Map<string, (() => void)[]>()

  function release(session: string): void {
    const next = queues.get(session)?.shift()
    if (next !== undefined) {
      next()
      return
    }
    const left = (inside.get(session) ?? 1) - 1
    if (left > 0) inside.set(session, left)
    else {
      inside.delete(session)
      queues.delete(session)
    }
  }

  return async (session, signal) => {
    let isIn = true
    const releaseOnce = () => {
      if (isIn) release(session)
      isIn = false
    }
    const count = inside.get(session) ?? 0
    if (count < most) {
      inside.set(session, count + 1)
      return releaseOnce
    }
    const queue = queues.get(session) ?? []
    queues.set(session, queue)
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener("abort", giveUp)
        resolve()
      }
      const giveUp = () => {
        queue.splice(queue.indexOf(enter), 1)
        reject(new Error("told to stop before it began"))
      }
      queue.push(enter)
      signal.addEventListener("abort", giveUp, { once: true })
    })
    return releaseOnce
  }
}
