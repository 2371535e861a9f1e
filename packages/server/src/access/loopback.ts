// Which addresses only this machine can reach.
import { isIPv4 } from "node:net"

const NAMES: ReadonlySet<string> = new Set(["localhost", "::1", "[::1]"])

/** Whether only programs on this machine reach a server that listens there. All of 127.0.0.0/8 is this machine. */
export function isLoopback(host: string): boolean {
  const plain = host.toLowerCase().replace(/^::ffff:/, "")
  return NAMES.has(plain) || (isIPv4(plain) && plain.startsWith("127."))
}
