import { randomBytes } from "node:crypto"
import { isLabel } from "@countersign/account-types"
import { parseStrictJson } from "@countersign/wire"
import type { Countersign } from "countersign"
import { explainAccess } from "countersign/effect"
import express, { type Request, type RequestHandler, Router } from "express"
import { describedCall } from "./describedCall.ts"
import { openPlatform, type Platform } from "./platform.ts"
import { failed, fieldsOf, guarded, onThisMachine, pageOf, refuse } from "./site.ts"
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
  readonly countersign: Pick<Countersign, "api" | "handler">
  /** The folder that `vite build` writes. */
  readonly page: string
}): Promise<OperatorSite> => {
  const platform = await openPlatform(options.countersign, { name: "operator page", permissions: ["VIEW", "OPERATE"] })
  /** The name of each operator by cookie. Your own staff sign-in takes the place of this map. */
  const names = new Map<string, string>()
  const nameOf = (request: Request) => names.get(cookieOf(request.headers.cookie, "operator") ?? "")

  const router = Router()
  router.use(onThisMachine, pageOf(options.page, "operator.html"), guarded)
  router.get("/me", (request, response) => {
    response.set("cache-control", "no-store").json({ name: nameOf(request) ?? "" })
  })
  router.post("/sign-in", express.json({ limit: "1kb" }), (request, response) => {
    const { name } = fieldsOf(request.body)
    if (typeof name !== "string" || name.length > 100 || !isLabel(name.trim())) {
      return refuse(response, 400, "INVALID_INPUT", "Enter your name in one line of at most 100 characters.")
    }
    const cookie = randomBytes(32).toString("base64url")
    names.set(cookie, name.trim())
    response.cookie("operator", cookie, { httpOnly: true, sameSite: "strict", path: request.baseUrl }).json({})
  })
  router.post("/sign-out", (request, response) => {
    names.delete(cookieOf(request.headers.cookie, "operator") ?? "")
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
  router.use("/api", forwarding(platform, nameOf))
  router.use((_, response) => refuse(response, 404, "NOT_FOUND", "There is no such page."))
  router.use(failed)
  return { router, close: platform.close }
}

const NOT_SIGNED_IN = "Sign in to this page first."

/** Forwards the listed calls of the page to Countersign, and adds the API token and who acts. */
const forwarding = (platform: Platform, nameOf: (request: Request) => string | undefined): Router => {
  const hand: RequestHandler = async (request, response) => {
    const actor = nameOf(request)
    if (actor === undefined) return refuse(response, 401, "UNAUTHORIZED", NOT_SIGNED_IN)
    const [given = "", query = ""] = request.url.split("?")
    const path = given.replaceAll(/%3A/giu, ":")
    const isListed =
      PLAIN.test(path) && CALLS.some(([method, pattern = ""]) => method === request.method && matches(pattern, path))
    if (!isListed) return refuse(response, 404, "NOT_FOUND", "This page cannot make this call.")
    // The browser sends the reason. The backend adds who acts, so no script of the page acts in another name.
    const body = request.method === "GET" ? {} : { body: JSON.stringify({ ...fieldsOf(jsonOf(request.body)), actor }) }
    const answer = await platform.call(query === "" ? path : `${path}?${query}`, {
      method: request.method,
      headers: { "content-type": "application/json" },
      ...body
    })
    for (const name of ["content-type", "retry-after"]) {
      const value = answer.headers.get(name)
      if (value !== null) response.set(name, value)
    }
    response.status(answer.status).send(await answer.text())
  }
  return Router().use(onlyJson, express.text({ type: "application/json", limit: "64kb" }), hand)
}

const matches = (pattern: string, path: string): boolean => {
  const [wanted, given] = [pattern.split("/"), path.split("/")]
  return wanted.length === given.length && wanted.every((each, at) => each === ":id" || each === given[at])
}

// A form of another site can send text without a CORS preflight, but not JSON. This backend approves no preflight.
const onlyJson: RequestHandler = (request, response, next) => {
  const isEmpty = request.headers["content-length"] === undefined || request.headers["content-length"] === "0"
  if (isEmpty || request.is("application/json") === "application/json") return next()
  refuse(response, 415, "UNSUPPORTED_MEDIA_TYPE", "The body must be JSON.")
}

/** Letters, digits, hyphens and colons only, so every parser reads the path in the same way. */
const PLAIN = /^(?:\/[A-Za-z0-9:-]+)+$/u

/** Parses JSON as strictly as the API. Two parsers could read different values from a duplicate key. */
const jsonOf = (text: unknown): unknown => {
  try {
    return typeof text === "string" ? parseStrictJson(text) : undefined
  } catch {
    return undefined
  }
}
