// Whether `pawl serve` opens its address in a browser: where a person at a desktop starts it, or where it is asked to.
import type { Flags } from "../line/parse.ts"
import type { World } from "../world.ts"

type Place = Pick<World, "env" | "stdout"> & { readonly platform: NodeJS.Platform }

/** Over SSH, in a container and under systemd there is no browser of the person's. */
export function opensBrowser(flags: Pick<Flags, "has">, { env, stdout, platform }: Place): boolean {
  if (flags.has("open")) return true
  if (flags.has("no-browser") || stdout.isTTY !== true || env.SSH_CONNECTION !== undefined) return false
  if (platform === "darwin" || platform === "win32") return true
  return (env.DISPLAY ?? "") !== "" || (env.WAYLAND_DISPLAY ?? "") !== ""
}
