// Formats users, tokens and groups for reading.
import type { Group, TokenRow, User } from "@pawl/server/access"
import { table } from "../observe/stats-text.ts"
import { named, short } from "../terminal/plain.ts"

export function usersText(users: readonly User[]): string {
  if (users.length === 0)
    return 'There are no users: on this machine the server needs no token. Add one: "pawl users add NAME --role admin".\n'
  const cells = users.map(({ name, role, groups, disabled }) => [
    disabled === true ? `${role}, locked` : role,
    groups.length === 0 ? "-" : short(groups.join(", "), 60),
    named(name),
  ])
  return table(["ROLE", "GROUPS", "NAME"], cells).trimStart()
}

export function userText({ name, role, groups, disabled, fromLogin, limits }: User): string {
  const lines = [
    `${named(name)}: ${role}${disabled === true ? ", locked" : ""}${fromLogin === true ? ", by login" : ""}`,
    `groups: ${groups.length === 0 ? "none" : groups.map(named).join(", ")}`,
    ...(limits === undefined ? [] : [`limits: ${limitsText(limits)}`]),
  ]
  return `${lines.join("\n")}\n`
}

export function tokensText(tokens: readonly TokenRow[]): string {
  if (tokens.length === 0) return "no tokens\n"
  const cells = tokens.map(({ id, name, createdAt, expiresAt, lastUsedAt }) => [
    id,
    dateText(createdAt),
    lastUsedAt === null ? "never" : dateText(lastUsedAt),
    expiresAt === null ? "never" : dateText(expiresAt),
    short(name, 40) || "-",
  ])
  return table(["TOKEN", "MADE", "USED", "EXPIRES", "FOR"], cells).trimStart()
}

export function groupsText(groups: readonly Group[]): string {
  if (groups.length === 0) return "There are no groups: users may use everything.\n"
  return groups.map((group) => `${groupText(group)}\n`).join("")
}

export function groupText({ name, limits, ...lists }: Group): string {
  const rights = Object.entries(lists).map(
    ([of, list]) => `${of} ${list.length === 0 ? "none" : list.map(named).join(", ")}`,
  )
  const most = limits === undefined ? [] : [`limits ${limitsText(limits)}`]
  return `${named(name)}: ${[...rights, ...most].join("; ") || "everything"}`
}

function limitsText(limits: NonNullable<User["limits"]>): string {
  return Object.entries(limits)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ")
}

function dateText(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace("T", " ")
}
