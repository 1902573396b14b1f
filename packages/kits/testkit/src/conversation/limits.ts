import { setTimeout } from "node:timers/promises"
import { BODY_LIMIT } from "@countersign/http"
import { same, within } from "../stories/Story.ts"
import { echoed, mountEcho, stillServes } from "./echo.ts"
import type { Question } from "./line.ts"
import { type Chapter, json, type Mounted, onService, refusedAs, type Scene, story } from "./service.ts"

const LENGTH = "Content-Length"
const CHUNKED = ["Transfer-Encoding", "chunked"] as const

/** A customer profile padded with whitespace that is insignificant in JSON. */
const profile = (length: number) => '{"customerType":"INDIVIDUAL"}'.padEnd(length, " ")

const creation = (authorization: readonly [string, string], length: number): Question => ({
  method: "POST",
  path: "/2025-10-13/customers",
  headers: [authorization, json],
  body: profile(length)
})

const created = (mounted: Mounted, authorization: readonly [string, string], length: number) =>
  mounted.send(creation(authorization, length))

/** Sends an incomplete request and disconnects. The request must not reach the handler. */
const reachesNobody = async (scene: Scene, headers: ReadonlyArray<readonly [string, string]>, body: string) => {
  const echo = await mountEcho(scene)
  const line = await echo.dial()
  line.say(echo.encode({ method: "POST", path: "/x", headers: [json, ...headers], body }))
  line.finish()
  // The host rejects the request or closes the connection; the response is not read.
  await line.hearOrEnd("POST")
  await stillServes(echo)
  same(
    "The handler does not receive half a body",
    echo.arrivals.filter(({ path }) => path === "/x").map((arrival) => String(arrival.body)),
    []
  )
}

const unclear: ReadonlyArray<readonly [string, ReadonlyArray<readonly [string, string]>]> = [
  ["a Content-Length that is not a number", [[LENGTH, "two"]]],
  ["a negative Content-Length", [[LENGTH, "-2"]]],
  // biome-ignore format: one line a case
  ["a body with two Content-Length values", [[LENGTH, "2"], [LENGTH, "3"]]],
  ["a body with Content-Length and chunked encoding", [[LENGTH, "2"], CHUNKED]],
  ["a chunk without a size", [CHUNKED]],
  ["a body whose last encoding is not chunked", [["Transfer-Encoding", "chunked, gzip"]]]
]

export const limits: Chapter = {
  name: "body limits",
  stories: [
    onService(
      "H8: a body at the limit is served, and a body one byte over it is rejected",
      async ({ authorization, mounted }) => {
        same("A body at the limit is served", (await created(mounted, authorization, BODY_LIMIT)).status, 201)
        const refused = await created(mounted, authorization, BODY_LIMIT + 1)
        refusedAs("A body over the limit is rejected with its error code", "BodyTooLarge", refused)
        same("The process survives", (await created(mounted, authorization, 100)).status, 201)
      }
    ),
    onService("H8: a body of 10 MiB is rejected, and the process survives", async ({ authorization, mounted }) => {
      // A host that stops reading may close before the client has sent all, which can lose the response.
      const line = await mounted.dial()
      line.say(mounted.encode(creation(authorization, 10 * 1_048_576)))
      within("A body of 10 MiB is rejected", (await line.hearOrEnd("POST"))?.status, [413, undefined])
      same("The process survives", (await created(mounted, authorization, 100)).status, 201)
    }),
    onService("H8: a body without an end is rejected while it is being sent", async ({ authorization, mounted }) => {
      const line = await mounted.dial()
      const headers = [authorization, json, CHUNKED]
      line.say(mounted.encode({ method: "POST", path: "/2025-10-13/customers", headers }))
      for (let sent = 0; sent <= BODY_LIMIT; sent += 65_536) line.say(`10000\r\n${" ".repeat(65_536)}\r\n`)
      refusedAs("The rejection does not wait for the end of the body", "BodyTooLarge", await line.hear("POST"))
      same("The process survives", (await created(mounted, authorization, 100)).status, 201)
    }),
    story("a body cut off half way does not reach the handler", (scene) =>
      reachesNobody(scene, [[LENGTH, "100"]], "cut")
    ),
    story("a chunked body cut off half way does not reach the handler", (scene) =>
      reachesNobody(scene, [CHUNKED], "3\r\ncut\r\n")
    ),
    story("a chunk cut off half way does not reach the handler", (scene) =>
      reachesNobody(scene, [CHUNKED], "64\r\ncut")
    ),
    echoed("a request whose client disconnects half way does not reach the handler", async (echo) => {
      const line = await echo.dial()
      line.say(echo.encode({ method: "POST", path: "/x", headers: [[LENGTH, "100"]], body: "cut" }))
      await setTimeout(20)
      line.hangUp()
      await stillServes(echo)
      same("The handler does not receive half a body", echo.arrivals.length, 1)
    }),
    echoed("a body longer than its Content-Length is cut at its Content-Length", async (echo) => {
      const line = await echo.dial()
      line.say(echo.encode({ method: "POST", path: "/x", headers: [[LENGTH, "2"]], body: "{}GET /smuggled" }))
      await line.hear("POST")
      await stillServes(echo)
      same("The excess bytes are not part of the body", String(echo.arrivals[0]?.body), "{}")
    }),
    // RFC 9112 section 6.3: if two parsers could read two different bodies, the request must be rejected.
    ...unclear.map(([what, headers]) =>
      story(`H10: ${what} does not reach the handler`, (scene) => reachesNobody(scene, headers, "{}GET /x"))
    )
  ]
}
