// The addresses of the app's pages.
export const PATHS = {
  home: "/",
  session: (id: string) => `/s/${encodeURIComponent(id)}`,
  inbox: "/inbox",
  settings: (page = "") => (page === "" ? "/settings" : `/settings/${page}`),
} as const

/** The session that an address shows. */
export function sessionAt(path: string): string | undefined {
  const id = /^\/s\/([^/]+)$/.exec(path)?.[1]
  return id === undefined ? undefined : decodeURIComponent(id)
}
