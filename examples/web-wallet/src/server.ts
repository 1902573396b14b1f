import { fileURLToPath } from "node:url"
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express"

/** A status and a body of JSON, as the service gave them. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** What the page's server asks of the service behind it. */
export interface Service {
  readonly addAccount: (body: unknown) => Promise<Answer>
  readonly discoveries: (query: Readonly<Record<string, string>>) => Promise<Answer>
}

/** Serves the page that `vite build` made, and hands its two calls on. The page itself holds no token. */
export const walletServer = (service: Service, page: string = SITE): Express => {
  const app = express()
  app.disable("x-powered-by")
  app.use(guarded)
  app.post("/accounts", onlyJson, express.json({ limit: "64kb" }), async (request, response) => {
    const { body, status } = await service.addAccount(request.body)
    response.status(status).json(body)
  })
  app.get("/discoveries", async (request, response) => {
    const { body, status } = await service.discoveries(textsOf(request.query))
    response.status(status).json(body)
  })
  app.use(express.static(page))
  app.use((_, response) => void response.status(404).json(refusal(404, "NOT_FOUND", "There is nothing here.")))
  app.use(failed)
  return app
}

/** Where `vite build` puts the page, seen from `src` and from `dist` alike. */
export const SITE = fileURLToPath(new URL("../dist/site", import.meta.url))

const guarded: RequestHandler = (_, response, next) => {
  response.set({
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff"
  })
  next()
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

// A form of another site can post text, but JSON only with leave, which nobody gives here.
const onlyJson: RequestHandler = (request, response, next) => {
  if (request.is("application/json") === "application/json") return next()
  response.status(415).json(refusal(415, "UNSUPPORTED_MEDIA_TYPE", "The body must be JSON."))
}

// A query may repeat a name, which makes a list of it.
const textsOf = (query: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : []))
  )

const refusal = (status: number, code: string, message: string) => ({ status, code, message })

// Express knows an error handler by its four parameters.
const failed: ErrorRequestHandler = (error, _request, response, _next) => {
  const status = error instanceof Error && "status" in error ? error.status : undefined
  if (status === 413) return void response.status(413).json(refusal(413, "TOO_LARGE", "The body is over 64 KiB."))
  if (status === 400) return void response.status(400).json(refusal(400, "INVALID_JSON", "The body must be JSON."))
  response.status(500).json(refusal(500, "INTERNAL", "Something went wrong here. Look before you send it again."))
}
