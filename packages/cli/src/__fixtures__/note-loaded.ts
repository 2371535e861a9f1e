// node --import: notes the address of every module that the process loads, one a line, in the file that LOADED names.
import { appendFileSync } from "node:fs"
import { registerHooks } from "node:module"

registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.LOADED ?? "", `${url}\n`)
    return next(url, context)
  },
})
