import { same, within } from "../stories/Story.ts"
import { echoed, echoing, mountEcho, stillServes } from "./echo.ts"
import { type Chapter, type Scene, story } from "./service.ts"

const paths = [
  "/",
  "/2025-10-13/auth/sessions",
  "/AuthMethod:0190-ab/x",
  "/a%20b",
  "/a%25b",
  "/AuthMethod%3A0190-ab",
  "/.a/b./...",
  "/%C3%A9/%F0%9F%98%80",
  "/%c3%a9",
  "/%E2%80%A8",
  "/a+b",
  "/a;b=1,c@d!$&()*~",
  "/a/"
]

/** Spellings that a URL parser normalizes to another path by resolving dot segments. */
const steps = [
  "/x/../secret",
  "/./secret",
  "/secret/.",
  "/secret/..",
  "/x/%2e%2e/secret",
  "/x/.%2E/secret",
  "/%2e/secret",
  "/x\\..\\secret",
  "/\\secret",
  "/secret#x",
  "/secret?a#x"
]

/** Spellings of another path for a router that merges slashes or decodes before it matches. */
const escapes = [
  "//secret",
  "/a//secret",
  "/secret//",
  "/a%2Fb",
  "/a%2fb",
  "/a%5cb",
  "/%73ecret",
  "/secret%2D",
  "/secret%00",
  "/secret%0a",
  "/%c0%afsecret",
  "/secret%ff",
  "/secret%"
]

const refusesAll = async (scene: Scene, prefix: string, spellings: ReadonlyArray<string>) => {
  const echo = await mountEcho(scene, { prefix })
  for (const path of spellings) {
    const { status } = await echo.refusalOf({ path })
    within("A second spelling of a path is rejected", `${path} ${status}`, [`${path} 400`, `${path} 404`])
  }
  await stillServes(echo)
}

const queries = [
  "?accountId=x%20y",
  "?a=1&a=2&b",
  "?a=%20+%2B&b=c=d",
  "?q=%F0%9F%98%80&%5F=%5f",
  "?x[y]=1&__proto__=2",
  "?a=/b/../c?d"
]

const arrives = async (scene: Scene, prefix: string) => {
  const echo = await mountEcho(scene, { prefix })
  for (const written of paths) {
    const { path } = await echo.arrivalOf({ path: written })
    same("The handler receives the path after the prefix, verbatim", path, written)
  }
  for (const written of queries) {
    const { path, query } = await echo.arrivalOf({ path: `/x${written}` })
    same("The handler receives the query verbatim", [path, query], ["/x", written])
  }
}

/** Method, path and query reach the handler, wherever it is mounted. */
export const targets = (prefixes: ReadonlyArray<string>): Chapter => ({
  name: "the request line",
  stories: [
    ...["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"].map((sent) =>
      echoed(`${sent} arrives as ${sent}`, async (echo) => {
        const { method } = await echo.arrivalOf({ method: sent, path: "/x" })
        same("The handler receives the method that was sent", method, sent)
      })
    ),
    ...prefixes.map((prefix) =>
      story(`mounted under ${prefix}, paths and queries reach the handler verbatim`, (scene) => arrives(scene, prefix))
    ),
    ...prefixes.map((prefix) =>
      echoing({ prefix })(`mounted under ${prefix}, the root of the mount is /`, async (echo) => {
        for (const target of prefix === "/" ? ["/", "/?a=1"] : [prefix, `${prefix}/`, `${prefix}?a=1`]) {
          const { path, query } = await echo.arrivalOf({ target })
          const expected = target.includes("?") ? "?a=1" : ""
          same("The prefix alone is the root of the mount", [path, query], ["/", expected])
        }
      })
    ),
    ...prefixes
      .filter((prefix) => prefix !== "/")
      .map((prefix) =>
        echoing({ prefix })(
          `mounted under ${prefix}, paths outside the prefix do not reach the handler`,
          async (echo) => {
            for (const target of ["/", "/beside", `${prefix}x`, `/beside${prefix}`, `/?${prefix}/x`]) {
              await echo.refusalOf({ target })
            }
            await stillServes(echo)
          }
        )
      ),
    echoing({ prefix: "/wallet" })("a path that repeats the prefix loses only the first one", async (echo) => {
      const { path } = await echo.arrivalOf({ path: "/wallet/x" })
      same("The prefix is stripped once", path, "/wallet/x")
    }),
    ...prefixes.map((prefix) =>
      echoing({ prefix })(
        `mounted under ${prefix}, a path that begins with two slashes is not read as a host (H13)`,
        async (echo) => {
          const { status } = await echo.refusalOf({ path: "//evil.example/x" })
          same("A path that begins with two slashes is rejected", status, 400)
        }
      )
    ),
    ...prefixes.map((prefix) =>
      story(
        `FA6 FA7: mounted under ${prefix}, a path with dot segments, a backslash or a fragment is rejected`,
        (scene) => refusesAll(scene, prefix, steps)
      )
    ),
    ...prefixes.map((prefix) =>
      story(
        `FA6 FA7: mounted under ${prefix}, a path with an empty segment or a needless escape is rejected`,
        (scene) => refusesAll(scene, prefix, escapes)
      )
    ),
    // RFC 9112 section 3.2.2: a server must accept it.
    echoing({ prefix: "/wallet" })(
      "a target in absolute form is served by its path, and its host is ignored",
      async (echo) => {
        const plain = await echo.arrivalOf({ target: "/wallet/x%20y?a=1" })
        const absolute = await echo.arrivalOf({ target: "http://evil.example/wallet/x%20y?a=1" })
        same("The host of a target is ignored", absolute.url, plain.url)
      }
    ),
    echoed("H13: a target that is not a path receives a response, and the next request is served", async (echo) => {
      for (const [method, target] of [
        ["OPTIONS", "*"],
        ["GET", "/%"],
        ["GET", "/%zz?%"],
        ["GET", "/../../x"],
        ["GET", "/%ff%fe"]
      ] as const) {
        const { status } = await echo.send({ method, target })
        same(`${method} ${target} does not fail the host`, status < 500, true)
      }
      await stillServes(echo)
    })
  ]
})
