import { same } from "../stories/Story.ts"
import { echoed, echoing, stillServes } from "./echo.ts"
import { type Chapter, refusedAs } from "./service.ts"

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

/** They authenticate the caller or describe what is signed. Of two values, the server cannot know which applies. */
const single = ["Authorization", "Request-Id", "Service-Wallet-Signature", "Idempotency-Key", "Content-Type"]

/** Headers by which a proxy, or a client that imitates one, could change the request. */
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
    echoed("every request header reaches the handler byte for byte", async (echo) => {
      const arrival = await echo.arrivalOf({ method: "POST", path: "/x", headers: plain, body: "{}" })
      for (const [name, value] of plain) {
        same(`The handler receives ${name} as it was sent`, arrival.headers.get(name), value)
      }
    }),
    ...single.map((name) =>
      echoed(`F16 H11: a repeated ${name} header is rejected, whatever its values`, async (echo) => {
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
            refusedAs(`No value of a repeated ${name} header is used`, "HeaderRepeated", answer)
          }
        }
        await stillServes(echo)
      })
    ),
    echoed("the values of any other repeated header are joined in order", async (echo) => {
      const headers = [
        ["X-Thing", "a"],
        ["Accept", "text/html"],
        ["x-thing", "b"],
        ["Accept", "*/*"],
        ["User-Agent", "one"],
        ["User-Agent", "two"]
      ] as const
      const arrival = await echo.arrivalOf({ path: "/x", headers })
      same("Repeated values are joined", arrival.headers.get("x-thing"), "a, b")
      same("Repeated values are joined", arrival.headers.get("accept"), "text/html, */*")
      same("No repeated value is lost", arrival.headers.get("user-agent"), "one, two")
    }),
    ...[false, true].map((isProxied) =>
      echoing({ isProxied, prefix: "/wallet" })(
        `H15: Host and forwarding headers change nothing ${isProxied ? "behind a proxy" : "without a proxy"}`,
        async (echo) => {
          const plain = await echo.arrivalOf({ method: "POST", path: "/x?a=1", body: "{}" })
          for (const headers of [...forged.map((header) => [header]), forged]) {
            const arrival = await echo.arrivalOf({ method: "POST", path: "/x?a=1", headers, body: "{}" })
            const names = headers.map(([name]) => name).join(", ")
            same(`${names} changes neither method nor URL`, [arrival.method, arrival.url], [plain.method, plain.url])
          }
        }
      )
    )
  ]
}
