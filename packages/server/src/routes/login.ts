// Login with a browser: what there is, with a token, by a provider there and back, and out.
import { z } from "zod"
import { HttpError } from "../http/envelope.ts"
import { route } from "../http/route.ts"
import { DONE, Done } from "../schemas/common.ts"
import type { Services } from "../services.ts"

const begin = route("login.begin", {
  summary: "Sends the browser to the login provider.",
  answer: z.string(),
  media: "text/html",
  handle: ({ context, services }) => providerOf(services).begin(context),
})

const finish = route("login.finish", {
  summary: "Where the login provider sends the browser back to.",
  answer: z.string(),
  media: "text/html",
  handle: ({ context, services, remark }) => providerOf(services).finish(context, remark),
})

const withToken = route("login.token", {
  summary: "Logs this browser in with a token, until the token ends or for twelve hours.",
  description: "Sets a cookie that pages of other sites cannot use, and that no script reads.",
  body: z.object({ token: z.string().min(1).max(200) }),
  answer: Done,
  async handle({ context, body, remark, services: { browsers, login } }) {
    if (login.readToken === undefined) throw missing("tokens")
    const { user, role } = await browsers.beginWith(context, await login.readToken(body.token))
    remark({ user, role })
    return DONE
  },
})

const methods = route("login.methods", {
  summary: "Whether this browser is let in, and how it can log in.",
  answer: z.object({ isIn: z.boolean(), token: z.boolean(), openid: z.boolean() }),
  handle: async ({ context, services: { login } }) => ({
    isIn: (await login.who(context)) !== undefined,
    token: login.readToken !== undefined,
    openid: login.provider !== undefined,
  }),
})

const end = route("login.end", {
  summary: "Ends the login of this browser.",
  answer: Done,
  async handle({ context, services: { browsers } }) {
    await browsers.end(context)
    return DONE
  },
})

function providerOf({ login: { provider } }: Services) {
  if (provider !== undefined) return provider
  throw missing("a provider")
}

function missing(what: string): HttpError {
  const message = `This server has no login with ${what}. GET /auth/methods says what it has.`
  return new HttpError(404, "login-missing", message)
}

export const loginRoutes = [methods, withToken, begin, finish, end]
