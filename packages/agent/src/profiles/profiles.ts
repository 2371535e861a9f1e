// The profiles by name.
import { mistyped } from "../base/nearest.ts"
import { PawlError } from "../contracts/error.ts"
import { chatService } from "./chat-service.ts"
import { defaultProfile } from "./default.ts"
import { localDesktop } from "./local-desktop.ts"
import type { ProfileName } from "./names.ts"
import type { MakeProfile } from "./profile.ts"
import { structuredReact } from "./structured-react.ts"
import { terminal } from "./terminal.ts"
import { xmlTools } from "./xml-tools.ts"

const made: Readonly<Record<ProfileName, MakeProfile>> = {
  default: defaultProfile,
  "chat-service": chatService,
  "local-desktop": localDesktop,
  "xml-tools": xmlTools,
  "structured-react": structuredReact,
  terminal,
}

/**
 * The profiles by name. Typed for any string, because names come from users.
 *
 * @example
 * ```ts
 * import { createAgent, profiles } from "@pawl/agent"
 *
 * console.log(Object.keys(profiles))
 * const agent = await createAgent({ model, profile: "local-desktop" })
 * ```
 */
export const profiles: Readonly<Record<string, MakeProfile>> = made

export function profileNamed(name: string): MakeProfile {
  const make = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (make !== undefined) return make
  const known = Object.keys(profiles).join(", ")
  const meant = typeof name === "string" ? mistyped(name, Object.keys(profiles)) : undefined
  const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`
  throw new PawlError("config-invalid", `There is no profile "${name}".${hint} Choose one of: ${known}.`)
}
