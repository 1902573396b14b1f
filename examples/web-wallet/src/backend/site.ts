import { existsSync } from "node:fs"
import { join } from "node:path"
import express, { type ErrorRequestHandler, type RequestHandler, type Response, Router } from "express"

/** Sends an error in the same envelope as the Countersign API, so the page parses one error format. */
export const refuse = (response: Response, status: number, code: string, message: string): void =>
  void response.status(status).json({ status, code, message })

// Express recognizes an error handler by its four parameters.
export const failed: ErrorRequestHandler = (error, _request, response, _next) => {
  const status = error instanceof Error && "status" in error ? error.status : undefined
  if (status === 413) return refuse(response, 413, "TOO_LARGE", "The request body exceeds 64 KiB.")
  refuse(
    response,
    500,
    "INTERNAL",
    "The server failed. Check whether the request took effect before you send it again."
  )
}

/** The fields of a JSON object, or no fields for any other value. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}

/** The security headers of every response of the site: no foreign scripts, no frames, no referrer. */
export const headersOf = (formAction: "'none'" | "'self'") => ({
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'"
  ].join("; "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
})

/** Anyone signs in to these pages by any address or name, so they serve this machine only. */
export const onThisMachine: RequestHandler = (request, response, next) => {
  const host = request.headers.host?.toLowerCase()
  if (NAMES.some((name) => host === `${name}:${request.socket.localPort}`)) return next()
  refuse(response, 421, "MISDIRECTED_REQUEST", "This page is for this machine only. Open it at localhost.")
}

/** A page of another site can point its own host name at this machine (DNS rebinding). */
const NAMES = ["localhost", "127.0.0.1", "[::1]"]

export const guarded: RequestHandler = (request, response, next) => {
  response.set(headersOf("'none'"))
  // Cookies are not bound to a port, so a page on another port of this machine would send this site's cookie.
  const from = request.headers["sec-fetch-site"]
  if (from === undefined || from === "same-origin" || from === "none") return next()
  refuse(response, 403, "FORBIDDEN", "Only the page of this site may call this endpoint.")
}

/** Serves a page of the folder, with its scripts and styles. */
export const pageOf = (folder: string, index: "index.html" | "operator.html"): Router =>
  Router()
    .get("/", built(join(folder, index)))
    .use(express.static(folder, { index, setHeaders: (response) => void response.setHeaders(new Map(HEADERS)) }))

const HEADERS = Object.entries(headersOf("'none'"))

const built =
  (file: string): RequestHandler =>
  (_, response, next) => {
    if (existsSync(file)) return next()
    response.status(503).type("text").send("The page has not been built. Start it by npm start.\n")
  }
