import { Layer } from "@countersign/core/effect"
import { HttpRouter, HttpServer } from "@countersign/core/effect/http"
import { HttpApi, HttpApiScalar } from "@countersign/core/effect/http-api"
import { encodeBase64, encodeUtf8, sha256 } from "@countersign/wire"
import { catalogue, ERRORS_PAGE } from "../errors/catalogue.ts"
import type { Document } from "../message/hostTypes.ts"
import { json, Reply } from "../message/Reply.ts"
import { openApiDocument, sendableDocument } from "./openApi.ts"

/** The OpenAPI document and the page about it, by path. Each is large, and made on its first call. */
export const documents = (
  signatureHeader: string,
  basePath: string
): ReadonlyArray<readonly [path: string, document: Document]> => {
  const openApi = (url: string) =>
    cached(async () => json(200, { ...openApiDocument(signatureHeader), servers: [{ url }] }, {}, 2))
  return [
    // A relative address of a server starts at the address of the document.
    ["/openapi.json", openApi(`.${basePath}`)],
    [`${basePath}/openapi.json`, openApi(".")],
    ["/docs", cached(async () => new Reply(200, PAGE, PAGE_HEADERS))],
    ["/docs.js", cached(() => makeScript(signatureHeader, basePath))]
  ]
}

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

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Countersign</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><div id="reference"></div><script src="docs.js"></script></html>`

/** Only the scripts of its origin run, and it loads nothing of another. It is shown in no frame. */
const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")
}

/** The script of the page: Scalar, as Effect contains it, and its start beside the script's own address. */
const makeScript = async (signatureHeader: string, basePath: string): Promise<Reply> => {
  const { dispose, handler } = HttpRouter.toWebHandler(
    HttpApiScalar.layer(HttpApi.make("page")).pipe(Layer.provide(HttpServer.layerServices)),
    { disableLogger: true }
  )
  const [, library = ""] = (await (await handler(new Request("http://localhost/docs"))).text()).split(/<\/?script>/u)
  await dispose()
  const base = JSON.stringify(basePath)
  const settings = JSON.stringify({ ...SCALAR, content: sendableDocument(signatureHeader) })
  const script = `${library}
const mount = document.currentScript.src.replace(/\\/docs\\.js$/, "")
const url = mount.endsWith(${base}) ? mount : mount + ${base}
Scalar.createApiReference("#reference", { ...${settings}, servers: [{ url }] })`
  return new Reply(200, script, { "content-type": "text/javascript; charset=utf-8" })
}

/** Of the settings of Scalar, those that a page of no vendor and of one API needs. */
const SCALAR = {
  hideClientButton: true,
  showDeveloperTools: "never",
  telemetry: false,
  withDefaultFonts: false
}
