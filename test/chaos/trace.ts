// Reads a trace of system calls: each commit must be synced before
// it returns, and each fact durable before it is published.

export interface Traced {
  readonly commits: number
  readonly told: number
  /** How often the write-ahead log was synced from the first commit to the last. */
  readonly syncs: number
  readonly wrong: readonly string[]
}

/** `trace`: the output of `strace -f -y -e trace=write,pwrite64,fdatasync,fsync`. */
export function readTrace(trace: string): Traced {
  const wrong: string[] = []
  /** For each thread, what it last did to the write-ahead log. */
  const last = new Map<string, "written" | "synced">()
  const syncing = new Set<string>()
  let [commits, told, durable, syncs, syncsSinceMark] = [0, 0, 0, 0, 0]
  const synced = (thread: string) => {
    last.set(thread, "synced")
    syncsSinceMark++
  }
  for (const line of trace.split("\n")) {
    const [, thread = "", what = ""] = /^(\d+) +(.*)$/.exec(line) ?? []
    if (/^pwrite64\(\d+<[^>]*pawl\.db-wal>/.test(what)) last.set(thread, "written")
    if (/^f(?:data)?sync\(\d+<[^>]*pawl\.db-wal>/.test(what)) {
      if (/= 0$/.test(what)) synced(thread)
      else syncing.add(thread)
    }
    if (/^<\.\.\. f(?:data)?sync resumed>.*= 0$/.test(what) && syncing.delete(thread)) synced(thread)
    const mark = /^write\(\d+<[^>]*\/marks>, "(\d+) (.*?)\\n"/.exec(what)
    if (mark !== null) {
      if (commits > 0) syncs += syncsSinceMark
      syncsSinceMark = 0
      commits++
      if (last.get(thread) !== "synced") wrong.push(`commit ${mark[1]} returned before it was synced: ${mark[2]}`)
      durable += factsIn(mark[2] ?? "")
    }
    const event = /^write\(\d+<[^>]*\/told>, "(\d+)[: ]/.exec(what)
    if (event === null) continue
    told++
    if (Number(event[1]) > durable) wrong.push(`fact ${event[1]} was published when ${durable} were durable`)
  }
  return { commits, told, syncs, wrong }
}

function factsIn(ops: string): number {
  const counts = ops.split(" ").map((op) => {
    if (op === "create") return 1
    const types = /^append:(.+)$/.exec(op)?.[1]
    return types === undefined ? 0 : types.split(",").length
  })
  return counts.reduce((sum, count) => sum + count, 0)
}
