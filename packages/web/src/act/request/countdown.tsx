// How long a request can still be settled.

import { Clock } from "lucide-react"
import { useEffect, useState } from "react"
import { serverNow } from "../../data/clock.ts"
import { countdown } from "../../i18n/durations.ts"
import { t } from "../../i18n/words.ts"
import { Badge } from "../../ui/badge.tsx"

const SOON_MS = 60_000

export function Countdown({ until }: { readonly until: number }) {
  const left = until - useNow()
  return (
    <Badge tone={left < SOON_MS ? "bad" : "quiet"}>
      <Clock aria-hidden className="size-3" />
      {left > 0 ? t("act.expiresIn", { time: countdown(left) }) : t("act.expired")}
    </Badge>
  )
}

/** The time, each second. */
export function useNow(): number {
  const [now, setNow] = useState(() => serverNow())
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
