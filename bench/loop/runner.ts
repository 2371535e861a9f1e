// Runs the sessions of one contender, in its own process. The parent sends tasks; each reply holds the cost.
import type { ContenderModule, Cost, Task } from "./contender.ts"
import { looked } from "./look.ts"

const url = new URL(process.argv[2] ?? "")
const module: ContenderModule = await import(url.href)

process.on("message", async (task: Task) => process.send?.(await measure(task)))
process.on("disconnect", () => process.exit())
process.send?.("ready")

async function measure(task: Task): Promise<Cost> {
  const { session, close } = await module.prepare(task.baseUrl, url.search.slice(1))
  looked.times = 0
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 50)
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  if (task.atOnce) await Promise.all(Array.from({ length: task.sessions }, session))
  else for (let done = 0; done < task.sessions; done++) await session()
  const used = process.cpuUsage(cpu)
  const wallMs = performance.now() - began
  clearInterval(watch)
  peak = Math.max(peak, process.memoryUsage.rss())
  await close()
  const expected = task.sessions * task.looks
  if (looked.times !== expected) throw new Error(`It used its tool ${looked.times} times, not ${expected}.`)
  return { cpuMs: (used.user + used.system) / 1000, wallMs, kb: (peak - before) / 1024 }
}
