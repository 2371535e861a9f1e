// What is known of a token, in two lines.

import type { Operations } from "@pawl/client"
import { serverNow } from "../../data/clock.ts"
import { day, dayAndClock } from "../../i18n/times.ts"
import { t } from "../../i18n/words.ts"
import { Badge } from "../../ui/badge.tsx"

export type TokenInfo = Operations["own.tokens"]["answer"]["tokens"][number]

export function TokenLines({ token: { id, name, createdAt, expiresAt, lastUsedAt } }: { readonly token: TokenInfo }) {
  const isOver = expiresAt !== null && expiresAt <= serverNow()
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
        <bdi>{name === "" ? t("settings.unnamed") : name}</bdi>
        <code className="font-mono text-xs font-normal text-quiet">{id}</code>
        {isOver && <Badge tone="bad">{t("settings.expired")}</Badge>}
      </p>
      <p className="text-xs text-quiet">
        {[
          t("settings.madeOn", { day: day(createdAt) }),
          expiresAt === null ? t("settings.neverExpires") : t("settings.expiresOn", { day: day(expiresAt) }),
          lastUsedAt === null ? t("settings.neverUsed") : t("settings.usedAt", { at: dayAndClock(lastUsedAt) }),
        ].join(" · ")}
      </p>
    </>
  )
}
