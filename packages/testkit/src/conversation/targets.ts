import { same, within } from "../stories/Story.ts"
import { mountEcho, stillServes } from "./echo.ts"
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

/** Spellings of another path, to a reader that resolves steps as a URL parser does. */
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

/** Spellings of another path, to a reader that joins slashes, or that decodes before it routes. */
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
    within("A second spelling of a path is refused", `${path} ${status}`, [`${path} 400`, `${path} 404`])
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
    same("The handler sees what follows the prefix, as it was written", path, written)
  }
  for (const written of queries) {
    const { path, query } = await echo.arrivalOf({ path: `/x${written}` })
    same("The handler sees the query as it was written", [path, query], ["/x", written])
  }
}

/** Method, path and query, wherever the handler is mounted. */
export const targets = (prefixes: ReadonlyArray<string>): Chapter => ({
  name: "the request line",
  stories: [
    ...["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"].map((sent) =>
      story(`${sent} arrives as ${sent}`, async (scene) => {
        const echo = await mountEcho(scene)
        const { method } = await echo.arrivalOf({ method: sent, path: "/x" })
        same("The handler sees the method that was sent", method, sent)
      })
    ),
    ...prefixes.map((prefix) =>
      story(`mounted under ${prefix}, paths and queries arrive as they were written`, (scene) => arrives(scene, prefix))
    ),
    ...prefixes.map((prefix) =>
      story(`mounted under ${prefix}, the root of the mount is /`, async (scene) => {
        const echo = await mountEcho(scene, { prefix })
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
        story(`mounted under ${prefix}, what stands beside it is not ours`, async (scene) => {
          const echo = await mountEcho(scene, { prefix })
          for (const target of ["/", "/beside", `${prefix}x`, `/beside${prefix}`, `/?${prefix}/x`]) {
            await echo.refusalOf({ target })
          }
          await stillServes(echo)
        })
      ),
    story("a path behind the prefix that repeats the prefix keeps the second one", async (scene) => {
      const echo = await mountEcho(scene, { prefix: "/wallet" })
      const { path } = await echo.arrivalOf({ path: "/wallet/x" })
      same("The prefix is taken off once", path, "/wallet/x")
    }),
    ...prefixes.map((prefix) =>
      story(`mounted under ${prefix}, a path that begins with two slashes names no host (H13)`, async (scene) => {
        const echo = await mountEcho(scene, { prefix })
        const { status } = await echo.refusalOf({ path: "//evil.example/x" })
        same("Two slashes are refused", status, 400)
      })
    ),
    ...prefixes.map((prefix) =>
      story(`FA6 FA7: mounted under ${prefix}, a path with steps, a backslash or a fragment is refused`, (scene) =>
        refusesAll(scene, prefix, steps)
      )
    ),
    ...prefixes.map((prefix) =>
      story(`FA6 FA7: mounted under ${prefix}, an empty segment or a needless escape is refused`, (scene) =>
        refusesAll(scene, prefix, escapes)
      )
    ),
    // RFC 9112 section 3.2.2: a server has to accept it.
    story("a target in absolute form is its path, and its host decides nothing", async (scene) => {
      const echo = await mountEcho(scene, { prefix: "/wallet" })
      const plain = await echo.arrivalOf({ target: "/wallet/x%20y?a=1" })
      const absolute = await echo.arrivalOf({ target: "http://evil.example/wallet/x%20y?a=1" })
      same("The host of a target decides nothing", absolute.url, plain.url)
    }),
    story("H13: a target that is no path is answered, and the next is served", async (scene) => {
      const echo = await mountEcho(scene)
      for (const [method, target] of [
        ["OPTIONS", "*"],
        ["GET", "/%"],
        ["GET", "/%zz?%"],
        ["GET", "/../../x"],
        ["GET", "/%ff%fe"]
      ] as const) {
        const { status } = await echo.ask({ method, target })
        same(`${method} ${target} is no failure of the host`, status < 500, true)
      }
      await stillServes(echo)
    })
  ]
})
