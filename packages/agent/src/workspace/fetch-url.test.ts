// fetch_url against servers on this machine. Here 127.0.0.1 stands for the public internet, 127.0.0.2 for a private
// network.
import { createServer, type RequestListener } from "node:http"
import { type AddressInfo, BlockList } from "node:net"
import { gzipSync } from "node:zlib"
import { afterEach, describe, expect, it, vi } from "vitest"
import { bench } from "./__fixtures__/use-tools.ts"
import { htmlText } from "./fetch/html-text.ts"
import { isPublicAddress } from "./fetch/public-address.ts"

const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serve(
  handler: RequestListener,
  host = "127.0.0.1",
): Promise<{ readonly url: string; readonly port: number }> {
  const server = createServer(handler)
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://${host}:${port}`, port }
}

const isAllowedAddress = (address: string) => address === "127.0.0.1"
const answer =
  (body: string | Buffer, headers: Record<string, string> = { "content-type": "text/plain" }): RequestListener =>
  (_, response) =>
    response.writeHead(200, headers).end(body)
const failing = (code: string, says = /./) => expect.objectContaining({ code, message: expect.stringMatching(says) })

describe("fetch_url", () => {
  it("returns the text and its URL", async () => {
    const { url } = await serve(answer("plain żółć"))
    const { use } = bench({ isAllowedAddress })
    expect(await use("fetch_url", { url: `${url}/a?b=c` })).toBe(`plain żółć\n\n[200 ${url}/a?b=c, text/plain.]`)
  })

  it("decompresses HTML, decodes its charset and turns it into text", async () => {
    const page = Buffer.from("<title>T</title><p>caf\xe9 <a href='/x'>link</a><script>bad()</script>", "latin1")
    const headers = { "content-type": "text/html; charset=iso-8859-1", "content-encoding": "gzip" }
    const { url } = await serve(answer(gzipSync(page), headers))
    const shown = await bench({ isAllowedAddress }).use("fetch_url", { url })
    expect(shown).toMatch(/^T\n\n.*café link \(http:\/\/127\.0\.0\.1:\d+\/x\)\n\n\[200/s)
    expect(shown).not.toContain("bad")
  })

  it("shows an image as an image, and refuses other data", async () => {
    const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from([0, 1])])
    const image = await serve(answer(png))
    const data = await serve(answer(Buffer.from([1, 0, 2]), { "content-type": "application/zip" }))
    const { use } = bench({ isAllowedAddress })
    expect(await use("fetch_url", { url: `${image.url}/p.png` })).toContainEqual({
      type: "bytes",
      mime: "image/png",
      bytes: png,
      name: "p.png",
    })
    await expect(use("fetch_url", { url: data.url })).rejects.toEqual(failing("not-text", /application\/zip/))
  })

  it("reports an error status of the server", async () => {
    const { url } = await serve((_, response) => response.writeHead(404).end("no such page"))
    const { use } = bench({ isAllowedAddress })
    await expect(use("fetch_url", { url })).rejects.toEqual(failing("http-status", /404 Not Found\.\nno such page/))
  })

  it("follows up to five redirects", async () => {
    const { url } = await serve((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) response.end("there")
      else response.writeHead(302, { location: `/${left - 1}` }).end()
    })
    const { use } = bench({ isAllowedAddress })
    expect(await use("fetch_url", { url: `${url}/5` })).toContain("there")
    await expect(use("fetch_url", { url: `${url}/6` })).rejects.toEqual(failing("too-many-redirects"))
  })

  it.each([
    { name: "a private address", code: "redirect-elsewhere", to: (port: number) => `http://127.0.0.2:${port}/` },
    {
      name: "a name of another host",
      code: "redirect-elsewhere",
      to: (port: number) => `http://inside.test:${port}/`,
    },
    { name: "another port", code: "redirect-elsewhere", to: (port: number) => `http://127.0.0.1:${port}/` },
    { name: "a file", code: "url-invalid", to: () => "file:///etc/passwd" },
  ])("does not follow a redirect to $name", async ({ code, to }) => {
    let asked = 0
    const inside = await serve((_, response) => response.end(`secret ${++asked}`), "127.0.0.2")
    const { url } = await serve((_, response) => response.writeHead(302, { location: to(inside.port) }).end())
    const lookup = async () => [{ address: "127.0.0.2", family: 4 }]
    const { use } = bench({ isAllowedAddress, lookup })
    await expect(use("fetch_url", { url })).rejects.toEqual(failing(code))
    expect(asked).toBe(0)
  })

  it("connects to the address it checked, even if the name changes its address in between", async () => {
    let asked = 0
    const inside = await serve((_, response) => response.end(`secret ${++asked}`), "127.0.0.2")
    const answers = ["127.0.0.1", "127.0.0.2"]
    let lookups = 0
    const lookup = async () => [{ address: answers[lookups++] ?? "127.0.0.2", family: 4 }]
    const { use } = bench({ isAllowedAddress, lookup })
    const url = `http://rebinding.test:${inside.port}/`
    // The first answer is public, and no server listens there; the second is private.
    await expect(use("fetch_url", { url })).rejects.toEqual(failing("fetch-failed", /ECONNREFUSED/))
    await expect(use("fetch_url", { url })).rejects.toEqual(failing("address-private", /rebinding\.test/))
    expect([lookups, asked]).toEqual([2, 0])
  })

  it("refuses a name with one private address among public ones", async () => {
    const { port } = await serve(answer("x"))
    const lookup = async () => ["127.0.0.1", "127.0.0.2"].map((address) => ({ address, family: 4 }))
    const { use } = bench({ isAllowedAddress, lookup })
    await expect(use("fetch_url", { url: `http://both.test:${port}` })).rejects.toEqual(failing("address-private"))
  })

  it.each([
    "http://127.0.0.1/",
    "http://localhost:8080/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://[::1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://0/",
  ])("refuses %s unless private addresses are allowed", async (url) => {
    await expect(bench().use("fetch_url", { url })).rejects.toEqual(failing("address-private", /private address/))
  })

  it("fetches private addresses when they are allowed", async () => {
    const { url } = await serve(answer("mine"), "127.0.0.2")
    expect(await bench({ allowPrivateUrls: true }).use("fetch_url", { url })).toContain("mine")
  })

  it.each(["ftp://example.com", "not a url", "http://user:pass@example.com", "javascript:alert(1)"])(
    "refuses %s",
    async (url) => {
      await expect(bench().use("fetch_url", { url })).rejects.toEqual(failing("url-invalid"))
    },
  )

  it("reads an endless body only up to its limit, compressed or not", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, "z"))
    const endless = await serve((_, response) => {
      const more = () => {
        while (response.write("y".repeat(10_000)));
      }
      response.on("drain", more).writeHead(200, { "content-type": "text/plain" })
      more()
    })
    const packed = await serve(answer(bomb, { "content-type": "text/plain", "content-encoding": "gzip" }))
    const { use } = bench({ isAllowedAddress, maxFetchBytes: 100_000 })
    for (const { url } of [endless, packed]) {
      const shown = String(await use("fetch_url", { url }))
      expect(shown.length).toBeLessThan(101_000)
      expect(shown).toContain("Only the first 100000 bytes were read.")
    }
  })

  it("stops a body that never ends at its time limit, and at once when it is aborted", async () => {
    const { promise: connected, resolve } = Promise.withResolvers<void>()
    const { url } = await serve((_, response) => {
      response.writeHead(200, { "content-type": "text/plain" }).write("a")
      resolve()
    })
    const patient = bench({ isAllowedAddress, fetchTimeoutMs: 300 })
    await expect(patient.use("fetch_url", { url })).rejects.toMatchObject({ code: "fetch-timeout", outcome: "timeout" })
    const stop = new AbortController()
    const running = bench({ isAllowedAddress, fetchTimeoutMs: 600_000 }).use(
      "fetch_url",
      { url },
      { signal: stop.signal },
    )
    await connected
    stop.abort()
    // The body and the limit are both longer than this test may take.
    await expect(running).rejects.toBeDefined()
  })
})

describe("the lists of isPublicAddress", () => {
  it("are made for the first address, once", async () => {
    const own: string = "./fetch/public-address.ts?fresh"
    const added = vi.spyOn(BlockList.prototype, "addSubnet")
    const fresh: typeof import("./fetch/public-address.ts") = await import(own)
    expect(added).not.toHaveBeenCalled()
    expect(fresh.isPublicAddress("9.9.9.9")).toBe(true)
    const { length } = added.mock.calls
    expect(length).toBeGreaterThan(0)
    expect(fresh.isPublicAddress("10.0.0.1")).toBe(false)
    expect(added).toHaveBeenCalledTimes(length)
    added.mockRestore()
  })
})

describe("isPublicAddress", () => {
  it.each(["8.8.8.8", "1.1.1.1", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])(
    "accepts %s",
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each(
    "0.0.0.0 10.1.2.3 100.64.0.1 127.8.8.8 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 198.18.0.1 224.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:c0a8:101 fe80::1 fe80::1%eth0 fc00::1 fd12::1 ff02::1 64:ff9b::a00:1 64:ff9b:1::1 2002:7f00:1:: 2001:0:1::1 2001:db8::1 ::127.0.0.1 nonsense".split(
      " ",
    ),
  )("refuses %s as not public", (address) => expect(isPublicAddress(address)).toBe(false))
})

describe("htmlText", () => {
  it.each([
    { html: "<h1>A</h1><p>b<br>c</p>", text: "# A\n\nb\nc" },
    { html: "<ul><li>one<li>two</ul>", text: "- one\n- two" },
    { html: "a<script>if (a < b) '</div>'</SCRIPT>b", text: "ab" },
    { html: "a<!-- <p>no</p> -->b", text: "ab" },
    { html: "1 < 2 &amp;&amp; 3 &gt; 2 &#x1F389; &#8364; &unknown;", text: "1 < 2 && 3 > 2 🎉 € &unknown;" },
    { html: "<a href='javascript:x()'>x</a> <a href=#top>t</a>", text: "x t" },
    { html: '<img alt="a > b">c', text: "c" },
    { html: "a<style>never closed", text: "a" },
    { html: "a <b", text: "a" },
    { html: "<head><title>Title</title><meta></head><header>h</header>", text: "Title\n\nh" },
    { html: "İ<script>x</script>İ", text: "İİ" },
  ])("reads $html", ({ html, text }) => {
    expect(htmlText(html)).toBe(text)
  })

  it.each(["<", "< ", "<a", "<!--", "<script>", "<p ", "&#", "<title"])("takes linear time for many of %s", (piece) => {
    // With quadratic time it would not end within the test's own time limit.
    expect(htmlText(piece.repeat(2_000_000 / piece.length)).length).toBeLessThanOrEqual(2_000_000)
  })
})
