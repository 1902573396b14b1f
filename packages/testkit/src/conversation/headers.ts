import { same } from "../stories/Story.ts"
import { mountEcho, stillServes } from "./echo.ts"
import { type Chapter, refusedAs, story } from "./service.ts"

const plain: ReadonlyArray<readonly [string, string]> = [
  ["Authorization", "Basic YTpi"],
  ["Request-Id", "Request:0190ab"],
  ["Service-Wallet-Signature", "eyJhIjoxfQ_-"],
  ["Idempotency-Key", "key, with a comma"],
  ["Content-Type", 'application/json; charset="UTF-8"'],
  ["Accept", "application/json, */*;q=0.1"],
  ["User-Agent", "agent/1.0 (x; y)"],
  ["Cookie", "a=1; b=2"],
  ["X-Empty", ""],
  ["X-Spaces", "a  b"],
  ["X-Latin", "caf\u00e9"],
  ["X-Long", "0123456789abcdef".repeat(256)],
  ["X-Case", "AbC"],
  ["__proto__", "1"]
]

/** Those that decide who calls, or what is signed: of two nobody can say which was meant. */
const single = ["Authorization", "Request-Id", "Service-Wallet-Signature", "Idempotency-Key", "Content-Type"]

/** Headers by which a proxy, or anybody who plays one, would have a say about the request. */
const forged: ReadonlyArray<readonly [string, string]> = [
  ["Host", "evil.example"],
  ["X-Forwarded-Host", "evil.example"],
  ["X-Forwarded-Proto", "https"],
  ["X-Forwarded-Port", "1"],
  ["X-Forwarded-Prefix", "/evil"],
  ["X-Forwarded-For", "203.0.113.1"],
  ["Forwarded", "host=evil.example;proto=https"],
  ["X-Original-URL", "/evil"],
  ["X-Rewrite-URL", "/evil"],
  ["X-HTTP-Method-Override", "DELETE"]
]

export const headers: Chapter = {
  name: "headers",
  stories: [
    story("every header arrives, its value to the byte", async (scene) => {
      const echo = await mountEcho(scene)
      const arrival = await echo.arrivalOf({ method: "POST", path: "/x", headers: plain, body: "{}" })
      for (const [name, value] of plain) {
        same(`${name} arrives as it was sent`, arrival.headers.get(name), value)
      }
    }),
    ...single.map((name) =>
      story(`F16 H11: ${name} that comes twice is refused, whatever it says`, async (scene) => {
        const echo = await mountEcho(scene)
        for (const [one, other] of [
          ["a", "b"],
          ["a", "a"],
          ["", "b"]
        ] as const) {
          for (const method of ["GET", "POST"]) {
            const twice = [
              [name, one],
              ["X-Between", "x"],
              [name.toLowerCase(), other]
            ] as const
            const answer = await echo.refusalOf({ method, path: "/x", headers: twice })
            refusedAs(`Of two ${name} headers neither counts`, "HeaderRepeated", answer)
          }
        }
        await stillServes(echo)
      })
    ),
    story("any other header that comes twice is joined in order", async (scene) => {
      const echo = await mountEcho(scene)
      const headers = [
        ["X-Thing", "a"],
        ["Accept", "text/html"],
        ["x-thing", "b"],
        ["Accept", "*/*"],
        ["User-Agent", "one"],
        ["User-Agent", "two"]
      ] as const
      const arrival = await echo.arrivalOf({ path: "/x", headers })
      same("Repeats are joined", arrival.headers.get("x-thing"), "a, b")
      same("Repeats are joined", arrival.headers.get("accept"), "text/html, */*")
      same("Nothing of a repeat is lost", arrival.headers.get("user-agent"), "one, two")
    }),
    ...[false, true].map((isProxied) =>
      story(
        `H15: Host and forwarding headers decide nothing ${isProxied ? "behind a proxy" : "without one"}`,
        async (scene) => {
          const echo = await mountEcho(scene, { isProxied, prefix: "/wallet" })
          const plain = await echo.arrivalOf({ method: "POST", path: "/x?a=1", body: "{}" })
          for (const headers of [...forged.map((header) => [header]), forged]) {
            const arrival = await echo.arrivalOf({ method: "POST", path: "/x?a=1", headers, body: "{}" })
            const names = headers.map(([name]) => name).join(", ")
            same(`${names} decides neither method nor URL`, [arrival.method, arrival.url], [plain.method, plain.url])
          }
        }
      )
    )
  ]
}
