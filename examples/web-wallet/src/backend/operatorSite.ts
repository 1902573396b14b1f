import { randomBytes } from "node:crypto"
import type { Countersign } from "countersign"
import { explainAccess } from "countersign/effect"
import express, { type Request, Router } from "express"
import { describedCall } from "./describedCall.ts"
import { fieldsOf, forwarding, matched, UNLISTED } from "./forward.ts"
import { openPlatform } from "./platform.ts"
import { failed, guarded, pageOf, refuse, SITE } from "./site.ts"
import { cookieOf } from "./visitors.ts"

/**
 * The API calls that an operator's browser may make. The token has the scopes VIEW and OPERATE: it can neither pay nor
 * change settings, and it signs nothing.
 */
const CALLS = [
  "GET /customers",
  "GET /customers/:id",
  "GET /internal-accounts",
  "GET /internal-accounts/:id",
  "GET /auth/credentials",
  "GET /auth/sessions",
  "GET /auth/recoveries",
  "GET /activity",
  "GET /platform/settings",
  "GET /sandbox/clock",
  "POST /operator/accounts/:id/end-sessions",
  "POST /operator/accounts/:id/suspend",
  "POST /operator/accounts/:id/resume",
  "POST /operator/accounts/:id/start-recovery",
  "POST /operator/credentials/:id/suspend",
  "POST /operator/credentials/:id/resume",
  "POST /operator/credentials/:id/unlock",
  "POST /operator/recoveries/:id/cancel"
].map((line) => line.split(" "))

export interface OperatorSite {
  /** The page and its backend, for `app.use("/operator", router)`. */
  readonly router: Router
  readonly close: () => Promise<void>
}

/** The operator's page and its backend, for the customers of the wallet page. */
export const operatorSite = async (options: {
  readonly countersign: Pick<Countersign, "api" | "bundleSigner" | "handler">
  /** The folder that `vite build` writes. */
  readonly page?: string
}): Promise<OperatorSite> => {
  const platform = await openPlatform(options.countersign, { name: "operator page", permissions: ["VIEW", "OPERATE"] })
  /** The name of each operator by cookie. Your own staff sign-in takes the place of this map. */
  const names = new Map<string, string>()
  const nameOf = (request: Request) => names.get(cookieOf(request, "operator") ?? "")

  const router = Router()
  router.use(pageOf(options.page ?? SITE, "operator.html"), guarded)
  router.get("/me", (request, response) => {
    response.set("cache-control", "no-store").json({ name: nameOf(request) ?? "" })
  })
  router.post("/sign-in", express.json({ limit: "1kb" }), (request, response) => {
    const { name } = fieldsOf(request.body)
    if (typeof name !== "string" || !/^\P{C}{1,100}$/u.test(name.trim())) {
      return refuse(response, 400, "INVALID_INPUT", "Enter your name in one line of at most 100 characters.")
    }
    const cookie = randomBytes(32).toString("base64url")
    names.set(cookie, name.trim())
    response.cookie("operator", cookie, { httpOnly: true, sameSite: "strict", path: request.baseUrl }).json({})
  })
  router.post("/sign-out", (request, response) => {
    names.delete(cookieOf(request, "operator") ?? "")
    response.json({})
  })
  router.post("/explain", express.json({ limit: "1kb" }), async (request, response) => {
    if (nameOf(request) === undefined) return refuse(response, 401, "UNAUTHORIZED", NOT_SIGNED_IN)
    const call = describedCall(request.body)
    if (call === undefined) return refuse(response, 400, "INVALID_INPUT", "Enter whole numbers that are not negative.")
    const { accessPolicy = {} } = await platform.api.settings.read()
    const decided = explainAccess(accessPolicy, call)
    response.json(decided._tag === "Failure" ? { rule: decided.failure.rule } : {})
  })
  router.use(
    "/api",
    forwarding(platform, (request, { body, method, path }) => {
      const actor = nameOf(request)
      if (actor === undefined) return { status: 401, code: "UNAUTHORIZED", message: NOT_SIGNED_IN }
      if (!CALLS.some(([verb, pattern = ""]) => verb === method && matched(pattern, path) !== undefined))
        return UNLISTED
      // The browser sends the reason. The backend adds who acts, so no script of the page acts in another name.
      return { body: method === "GET" ? "" : JSON.stringify({ ...fieldsOf(body), actor }) }
    })
  )
  router.use((_, response) => refuse(response, 404, "NOT_FOUND", "There is no such page."))
  router.use(failed)
  return { router, close: platform.close }
}

const NOT_SIGNED_IN = "Sign in to this page first."
