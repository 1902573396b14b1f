import type { RequestHandler } from "express"

/** The headers of everything the site answers: no foreign script, no frame, no referrer. */
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

export const guarded: RequestHandler = (request, response, next) => {
  response.set(headersOf("'none'"))
  // Cookies do not tell ports apart: another page on this machine would come with ours.
  const from = request.headers["sec-fetch-site"]
  if (from === undefined || from === "same-origin" || from === "none") return next()
  response.status(403).json({ status: 403, code: "FORBIDDEN", message: "Only the page itself may call this." })
}
