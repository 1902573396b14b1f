import { Layer } from "@countersign/core/effect"
import { HttpRouter, HttpServer } from "@countersign/core/effect/http"
import { HttpApiScalar } from "@countersign/core/effect/http-api"
import { encodeBase64, encodeUtf8, sha256 } from "@countersign/wire"
import { catalogue, ERRORS_PAGE } from "../errors/catalogue.ts"
import type { Document } from "../message/hostTypes.ts"
import { json, Reply } from "../message/Reply.ts"
import { Api } from "../resources/groups.ts"
import { openApiDocument } from "./openApi.ts"

/** The OpenAPI document, and the HTML page about it, by path. Each is large, and made on its first call. */
export const documents = (signatureHeader: string): ReadonlyArray<readonly [path: string, document: Document]> => [
  ["/openapi.json", cached(async () => json(200, openApiDocument(signatureHeader), {}, 2))],
  ["/docs", cached(makePage)]
]

/** The page of all refusals, each in a section with the anchor of its `docs`. */
export const errors = (): Document =>
  cached(async () => {
    const sections = Object.values(catalogue).map(
      ({ cause, code, docs, message, reason, remedy, status }) =>
        `<h2 id="${docs.slice(docs.indexOf("#") + 1)}">${escaped(reason ?? code)}</h2>` +
        [`${status} ${code}`, message, `Cause: ${cause}`, `Remedy: ${remedy}`]
          .map((text) => `<p>${escaped(text)}</p>`)
          .join("")
    )
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Errors</title><h1>Errors</h1>${sections.join("")}</html>`
    const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": "default-src 'none'" }
    return new Reply(200, page, headers)
  })

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

/** Makes `docs` of a refusal a link to a page of errors, in place of a path in the repository. */
export const linkedTo =
  (page: string = ERRORS_PAGE) =>
  ({ body, headers, refused, status }: Reply): Reply =>
    new Reply(
      status,
      body.replace(ERRORS_PAGE, () => page),
      headers,
      refused
    )

/** Answers 304 to a caller that has the document (RFC 9110 section 13.1.2). */
const cached = (make: () => Promise<Reply>): Document => {
  let made: Promise<Reply> | undefined
  return async ({ headers }) => {
    made ??= make().then(({ body, headers, status }) => new Reply(status, body, { ...headers, ...cachingOf(body) }))
    const reply = await made
    const { "cache-control": kept = "", etag = "" } = reply.headers
    const known = headers["if-none-match"]?.trim() ?? ""
    const isKnown = known === "*" || [...known.matchAll(TAG)].some(([, tag]) => tag === etag)
    return isKnown ? new Reply(304, "", { "cache-control": kept, etag }) : reply
  }
}

/** RFC 9110 section 8.8.3. The comparison is weak. */
const TAG = /(?:^|,)[ \t]*(?:W\/)?("[^"]*")[ \t]*(?=,|$)/gu

const cachingOf = (body: string) => ({ "cache-control": "public, max-age=300", etag: `"${digestOf(body)}"` })

const digestOf = (text: string): string => encodeBase64(sha256(encodeUtf8(text)))

const makePage = async (): Promise<Reply> => {
  const { dispose, handler } = HttpRouter.toWebHandler(
    HttpApiScalar.layer(Api, { path: "/docs", scalar: { withDefaultFonts: false } }).pipe(
      Layer.provide(HttpServer.layerServices)
    ),
    { disableLogger: true }
  )
  const page = await handler(new Request("http://localhost/docs"))
  const [body, headers] = [await page.text(), Object.fromEntries(page.headers)]
  await dispose()
  return new Reply(page.status, body, { ...headers, "content-security-policy": policyOf(body) })
}

/** The scripts of the page alone run, and it loads nothing of another origin. It is shown in no frame. */
const policyOf = (page: string): string =>
  [
    "default-src 'none'",
    `script-src ${sourcesOf(page.split("<script>"))}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

const sourcesOf = ([, ...after]: ReadonlyArray<string>) =>
  after.map((rest) => `'sha256-${digestOf(rest.slice(0, rest.indexOf("</script>")))}'`).join(" ")
