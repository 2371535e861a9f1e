// What the server reports of plugins, and how what a person types becomes a value.
import type { Json } from "@pawl/client"

export interface PluginInfo {
  readonly name: string
  readonly version?: string
  readonly place: string
  readonly state: "ready" | "standby" | "broken"
  readonly why?: string
  readonly tools: readonly PartInfo[]
  readonly contextProviders: readonly PartInfo[]
  readonly settings: readonly SettingInfo[]
  readonly problems: readonly string[]
}

export interface PartInfo {
  readonly name: string
  readonly state: "ready" | "standby"
  readonly why?: string
  readonly missing: readonly { readonly setting: string; readonly variable: string }[]
}

export interface SettingInfo {
  readonly name: string
  readonly variable: string
  readonly from: "environment" | "stored" | "default" | "nowhere"
  readonly shown?: Json
  readonly isSecret: boolean
  readonly isRequired: boolean
  readonly description?: string
  readonly problem?: string
}

/** As one line. */
export function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return ""
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** Text stays text unless the setting holds something else now: then JSON is meant. */
export function typedValue(text: string, now: Json | undefined): Json {
  if (now === undefined || now === null || typeof now === "string")
    return looksLikeValue(text, now) ? parsed(text) : text
  return parsed(text)
}

/** Of a setting without a value the type is unknown: what can only be a number, a switch or a list is taken as one. */
function looksLikeValue(text: string, now: Json | undefined): boolean {
  return typeof now !== "string" && /^(?:true|false|-?\d+(?:\.\d+)?|\[.*\]|\{.*\})$/s.test(text.trim())
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
