// Where the demo's OCR server and its screenshots are: in the checkout that this file is part of.
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { EXIT } from "../exit-codes.ts"
import { Failure } from "../failure.ts"

const FOLDER = new URL("../../../../examples/ocr-server/", import.meta.url)
const SERVER = fileURLToPath(new URL("server.ts", FOLDER))

export const SCREENSHOTS = fileURLToPath(new URL("screenshots/", FOLDER))

/** An entry of an `.mcp.json`: a server that reads the pictures of one folder. */
export function ocrServer(folder: string) {
  return { command: process.execPath, args: [SERVER, folder] }
}

/** The help and error messages mention the demo only where it can run. */
export function canRunDemo(): boolean {
  try {
    needOcrServer()
    return true
  } catch {
    return false
  }
}

export function needOcrServer(): void {
  // In an installed package, the same relative path could lead to an unrelated program.
  const isCheckout = import.meta.url.endsWith(".ts") && existsSync(SERVER)
  if (!isCheckout) {
    throw new Failure(
      EXIT.failed,
      "The demo needs its OCR server (examples/ocr-server), which the npm package does not contain. Get a checkout of Pawl and run there: npm ci && npx pawl demo.",
    )
  }
  if (!isInstalled("tesseract.js") || !isInstalled("@tesseract.js-data/eng")) {
    throw new Failure(
      EXIT.failed,
      "The demo's OCR server needs tesseract.js and its English data, which are dev dependencies and not installed. Run in the checkout: npm ci --include=dev.",
    )
  }
}

function isInstalled(name: string): boolean {
  try {
    createRequire(SERVER).resolve(name)
    return true
  } catch {
    return false
  }
}
