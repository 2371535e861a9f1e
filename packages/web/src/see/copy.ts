// Copies a text, and says so.
import { t } from "../i18n/words.ts"
import { copyText } from "../ui/copy-text.ts"

export async function copy(text: string): Promise<string> {
  await copyText(text)
  return t("see.copied")
}
