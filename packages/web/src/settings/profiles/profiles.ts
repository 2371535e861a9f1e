// What is known of the profiles and models of a workspace: the words for those that come with Pawl, and who answers for a model.
import type { Key } from "../../i18n/words.ts"

const KNOWN: Readonly<Record<string, Key>> = {
  default: "settings.profile_default",
  "chat-service": "settings.profile_chatService",
  "local-desktop": "settings.profile_localDesktop",
  "xml-tools": "settings.profile_xmlTools",
  "structured-react": "settings.profile_structuredReact",
  terminal: "settings.profile_terminal",
}

/** A profile that does not come with Pawl is the operator's own. */
export function aboutProfile(name: string): Key {
  return Object.hasOwn(KNOWN, name) ? (KNOWN[name] ?? "settings.profile_own") : "settings.profile_own"
}

/** "openai:gpt-5" is the model "gpt-5" of the provider "openai". */
export function partsOf(model: string): { readonly provider?: string; readonly name: string } {
  const at = model.indexOf(":")
  return at < 1 ? { name: model } : { provider: model.slice(0, at), name: model.slice(at + 1) }
}
