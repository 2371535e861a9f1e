// Who may do what: one row for each route. Routes take their method and path from here, so a route without a row cannot exist.
import type { Role } from "./principal.ts"

export interface Access {
  readonly method: "get" | "post" | "put" | "patch" | "delete"
  /** Parameters in braces: "/v1/sessions/{session}". */
  readonly path: string
  /** The least role that may call it. "anyone" needs no token. */
  readonly may: Role | "anyone"
  /** Concerns one session: only its owner and admins reach it, for all others it does not exist. */
  readonly of?: "session"
  /** How large its body may be; one megabyte unless given. */
  readonly maxBytes?: number
  /** Kept in the audit, with who did it. */
  readonly audited?: true
}

const get = (path: string, may: Access["may"]) => ({ method: "get", path, may }) as const
const post = (path: string, may: Access["may"]) => ({ method: "post", path, may }) as const
/** Five files of 20 MB in base64, and the words. */
const WITH_FILES = 140 * 1024 * 1024
/** The handler reads it line by line, and counts: here it would be held as a whole. */
const COUNTED = Number.POSITIVE_INFINITY

const session = (method: Access["method"], rest: string, may: Role) =>
  ({ method, path: `/v1/sessions/{session}${rest}`, may, of: "session" }) as const

/** What admins do to the server, its users and groups. */
const admin = (method: Access["method"], path: string) => ({ method, path, may: "admin", audited: true }) as const

export const ACCESS = {
  "server.health": get("/healthz", "anyone"),
  "server.ready": get("/readyz", "anyone"),
  "server.me": get("/v1/me", "viewer"),
  "server.workspaces": get("/v1/workspaces", "viewer"),
  "server.files": get("/v1/workspaces/{workspace}/files", "user"),
  "server.prompts": get("/v1/prompts", "user"),
  "server.prompt": post("/v1/prompts/{server}/{name}", "user"),
  "server.profiles": get("/v1/profiles", "viewer"),
  "server.models": get("/v1/models", "viewer"),
  "server.tools": get("/v1/tools", "viewer"),
  "server.status": get("/v1/status", "viewer"),
  "server.stats": get("/v1/stats", "viewer"),
  "server.usage": get("/v1/usage", "viewer"),
  "server.metrics": get("/metrics", "admin"),

  "settings.list": get("/v1/settings", "admin"),
  "settings.set": admin("put", "/v1/settings/{name}"),
  "settings.unset": admin("delete", "/v1/settings/{name}"),
  "admin.backup": admin("post", "/v1/admin/backup"),
  "admin.cleanup": admin("post", "/v1/admin/cleanup"),

  "servers.list": get("/v1/mcp-servers", "viewer"),
  "servers.put": admin("put", "/v1/mcp-servers/{server}"),
  "servers.remove": admin("delete", "/v1/mcp-servers/{server}"),
  "servers.tool": admin("put", "/v1/mcp-servers/{server}/tools/{tool}"),
  "servers.probe": admin("post", "/v1/mcp-servers/{server}/probe"),
  "servers.login": admin("post", "/v1/mcp-servers/{server}/login"),
  "servers.logout": admin("post", "/v1/mcp-servers/{server}/logout"),
  "servers.login-back": get("/auth/mcp/callback", "anyone"),
  "servers.login-finish": admin("get", "/auth/mcp/finish"),
  "servers.restart": admin("post", "/v1/mcp-servers/restart"),
  "servers.logs": get("/v1/mcp-servers/{server}/logs", "admin"),

  "plugins.list": get("/v1/plugins", "admin"),
  "plugins.set": admin("put", "/v1/plugins/{plugin}/settings/{setting}"),
  "plugins.unset": admin("delete", "/v1/plugins/{plugin}/settings/{setting}"),
  "plugins.reveal": admin("post", "/v1/plugins/{plugin}/settings/{setting}/reveal"),

  "login.methods": get("/auth/methods", "anyone"),
  "login.token": { ...post("/auth/token", "anyone"), audited: true },
  "login.begin": get("/auth/login", "anyone"),
  "login.finish": { ...get("/auth/callback", "anyone"), audited: true },
  "login.end": post("/auth/logout", "anyone"),

  "sessions.list": get("/v1/sessions", "viewer"),
  "sessions.create": post("/v1/sessions", "user"),
  "sessions.find": get("/v1/find", "viewer"),
  "sessions.search": get("/v1/search", "viewer"),
  "sessions.import": { ...post("/v1/sessions/import", "user"), maxBytes: COUNTED },
  "sessions.get": session("get", "", "viewer"),
  "sessions.change": session("patch", "", "user"),
  "sessions.remove": session("delete", "", "user"),
  "sessions.export": session("get", "/export", "viewer"),
  "sessions.fork": session("post", "/fork", "user"),

  "turns.send": { ...session("post", "/messages", "user"), maxBytes: WITH_FILES },
  "turns.poll": session("get", "/messages", "viewer"),
  "turns.ask": { ...session("post", "/ask", "user"), maxBytes: WITH_FILES },
  "turns.retry": session("post", "/retry", "user"),
  "turns.cancel": session("post", "/cancel", "user"),
  "turns.compact": session("post", "/compact", "user"),

  "queue.list": session("get", "/queue", "viewer"),
  "queue.unsend": session("delete", "/queue/{command}", "user"),
  "queue.steer": session("post", "/queue/{command}/steer", "user"),

  "requests.list": get("/v1/requests", "viewer"),
  "requests.get": session("get", "/requests/{call}", "viewer"),
  "requests.decide": session("post", "/requests/{call}/decision", "user"),
  "requests.answer": session("post", "/requests/{call}/answer", "user"),

  "look.transcript": session("get", "/transcript", "viewer"),
  "look.facts": session("get", "/facts", "viewer"),
  "look.messages": session("get", "/context/messages", "viewer"),
  "look.exchange": session("get", "/exchanges/{attempt}", "viewer"),
  "look.context": session("get", "/context", "viewer"),
  "look.effects": session("get", "/effects", "viewer"),
  "look.audit": session("get", "/audit", "viewer"),
  "look.changes": session("get", "/changes", "viewer"),
  "look.checkpoints": session("get", "/checkpoints", "viewer"),
  "look.tasks": session("get", "/tasks", "viewer"),
  "look.notes": session("get", "/notes", "viewer"),
  "effects.settle": session("post", "/effects/{call}", "user"),
  "look.stats": session("get", "/stats", "viewer"),
  "look.blob": session("get", "/blobs/{hash}", "viewer"),

  "files.undo": session("post", "/undo", "user"),
  "files.rewind": session("post", "/rewind", "user"),

  "users.list": get("/v1/users", "admin"),
  "users.get": get("/v1/users/{user}", "admin"),
  "users.add": admin("post", "/v1/users"),
  "users.change": admin("patch", "/v1/users/{user}"),
  "users.remove": admin("delete", "/v1/users/{user}"),
  "users.make-token": admin("post", "/v1/users/{user}/tokens"),
  "users.rotate-token": admin("post", "/v1/users/{user}/tokens/{token}/rotate"),
  "users.revoke-token": admin("delete", "/v1/users/{user}/tokens/{token}"),
  "groups.list": get("/v1/groups", "admin"),
  "groups.put": admin("put", "/v1/groups/{group}"),
  "groups.remove": admin("delete", "/v1/groups/{group}"),
  "audit.list": get("/v1/audit", "admin"),
  "own.tokens": get("/v1/me/tokens", "viewer"),
  "own.rotate-token": { ...post("/v1/me/token/rotate", "viewer"), audited: true },
  "own.grants": get("/v1/grants", "viewer"),
  "own.revoke-grant": { method: "delete", path: "/v1/grants/{grant}", may: "user" },

  "events.session": session("get", "/events", "viewer"),
  "events.all": get("/v1/events", "viewer"),
  "events.socket": get("/v1/socket", "viewer"),
} as const satisfies Readonly<Record<string, Access>>

export type RouteName = keyof typeof ACCESS
