// Login with a browser: there, back, and out.
import { z } from "zod"
import { HttpError } from "../http/envelope.ts"
import { route } from "../http/route.ts"
import { Done } from "../schemas/common.ts"
import type { Services } from "../services.ts"

const begin = route("login.begin", {
  summary: "Sends the browser to the login provider.",
  answer: z.string(),
  media: "text/html",
  handle: ({ context, services }) => loginOf(services).begin(context),
})

const finish = route("login.finish", {
  summary: "Where the login provider sends the browser back to.",
  answer: z.string(),
  media: "text/html",
  handle: ({ context, services, remark }) => loginOf(services).finish(context, remark),
})

const end = route("login.end", {
  summary: "Ends the login of this browser.",
  answer: Done,
  handle: ({ context, services }) => loginOf(services).end(context),
})

function loginOf({ login }: Services) {
  if (login !== undefined) return login
  const message = 'This server has no login with a browser. Use a token, or configure "serve.openid".'
  throw new HttpError(404, "login-missing", message)
}

export const loginRoutes = [begin, finish, end]
