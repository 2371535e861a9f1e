// `pawl usage`: tokens and costs by day, owner and model, as the store sums them up.
import type { UsageRow } from "@pawl/agent"
import { openStore } from "../agent/agent.ts"
import { loadSettings } from "../config/settings.ts"
import type { Request } from "../line/parse.ts"
import { out } from "../terminal/screen.ts"
import { sinceFrom } from "./stats.ts"
import { usageText } from "./usage-text.ts"

export async function usage({ flags }: Request): Promise<number> {
  const since = sinceFrom(flags.get("since"), Date.now())
  const store = await openStore(await loadSettings(flags))
  try {
    const from = new Date(since).toISOString().slice(0, 10)
    const rows: readonly UsageRow[] = await store.usage.list({ from })
    if (flags.has("json")) out.json(rows)
    else out.write(usageText(rows))
    return 0
  } finally {
    await store.close()
  }
}
