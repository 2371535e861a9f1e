// What a session is called: its title, or how it began.
import { visible } from "../act/call/visible.ts"
import type { SessionItem } from "../data/session-list.ts"
import { t } from "../i18n/words.ts"

/** To be shown: signs that hide or reorder words are written out. */
export function titleOf(session: Pick<SessionItem, "title" | "preview">): string {
  return visible(nameOf(session))
}

/** To be changed: as it was given. */
export function nameOf({ title, preview }: Pick<SessionItem, "title" | "preview">): string {
  return title ?? (preview === "" ? t("app.untitled") : preview)
}
