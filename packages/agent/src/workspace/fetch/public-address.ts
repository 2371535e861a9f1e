// Decides whether an address is on the public internet. All others (this machine, its network, a cloud's metadata
// service) are private.
import { BlockList, isIPv4, isIPv6 } from "node:net"

export function isPublicAddress(address: string): boolean {
  const { privateV4, globalV6, privateV6 } = lists()
  if (isIPv4(address)) return !privateV4.check(address, "ipv4")
  const [bare = ""] = address.split("%")
  if (!isIPv6(bare)) return false
  const embedded = embeddedV4(bare)
  if (embedded !== undefined) return isPublicAddress(embedded)
  return globalV6.check(bare, "ipv6") && !privateV6.check(bare, "ipv6")
}

const PRIVATE_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
]

/** The only IPv6 block that is routed on the internet. */
const GLOBAL_V6 = ["2000::/3"]
/** Within it: tunnels, which lead to an IPv4 address of the sender's choice, and addresses for documentation. */
const PRIVATE_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]

/** IPv4-mapped addresses and those of NAT64 lead to the IPv4 address in their last 32 bits. */
const EMBEDS_V4 = ["::ffff:0:0/96", "64:ff9b::/96"]

/** Made for the first address: most programs look at none. */
function lists(): Lists {
  made ??= {
    privateV4: blockList("ipv4", PRIVATE_V4),
    globalV6: blockList("ipv6", GLOBAL_V6),
    privateV6: blockList("ipv6", PRIVATE_V6),
    embedsV4: blockList("ipv6", EMBEDS_V4),
  }
  return made
}

type Lists = Readonly<Record<"privateV4" | "globalV6" | "privateV6" | "embedsV4", BlockList>>

let made: Lists | undefined

function embeddedV4(address: string): string | undefined {
  if (!lists().embedsV4.check(address, "ipv6")) return undefined
  // The URL parser writes any IPv6 address in one way: hexadecimal, "::" for zeros.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const groups = written.split(":")
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group || "0", 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join(".")
}

function blockList(family: "ipv4" | "ipv6", ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [net = "", prefix] = range.split("/")
    list.addSubnet(net, Number(prefix), family)
  }
  return list
}
