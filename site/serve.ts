// Shows the built site to a browser on this machine, and to nobody else.
import { createReadStream, existsSync, statSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { extname, join, normalize, sep } from "node:path"

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
}

export function serve(folder: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const found = fileFor(folder, request.url ?? "/")
    const file = found ?? join(folder, "404.html")
    response.writeHead(found === undefined ? 404 : 200, {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
    })
    createReadStream(file).pipe(response)
  })
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", () => resolve(server))
  })
}

/** The file behind an address; undefined when there is none, or when it would be outside of the folder. */
export function fileFor(folder: string, url: string): string | undefined {
  const [path = "/"] = url.split(/[?#]/)
  const place = decoded(path)
  if (place === undefined) return undefined
  const file = normalize(join(folder, place))
  if (file !== folder && !file.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return undefined
  return [file, join(file, "index.html"), `${file}.html`].find((each) => existsSync(each) && statSync(each).isFile())
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
