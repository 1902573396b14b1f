import { BODY_LIMIT } from "@countersign/http"
import { same, within } from "../stories/Story.ts"
import { mountEcho, stillServes } from "./echo.ts"
import type { Question } from "./line.ts"
import { type Chapter, type Mounted, mountService, refusedAs, type Scene, story } from "./service.ts"

const json = ["Content-Type", "application/json"] as const
const LENGTH = "Content-Length"
const CHUNKED = ["Transfer-Encoding", "chunked"] as const

/** A customer's profile, made long by spaces that JSON does not count. */
const profile = (length: number) => '{"customerType":"INDIVIDUAL"}'.padEnd(length, " ")

const creation = (authorization: readonly [string, string], length: number): Question => ({
  method: "POST",
  path: "/2025-10-13/customers",
  headers: [authorization, json],
  body: profile(length)
})

const created = (mounted: Mounted, authorization: readonly [string, string], length: number) =>
  mounted.ask(creation(authorization, length))

/** Says something that is no whole request, and goes. None of it may reach the handler. */
const reachesNobody = async (scene: Scene, headers: ReadonlyArray<readonly [string, string]>, body: string) => {
  const echo = await mountEcho(scene)
  const line = await echo.dial()
  line.say(echo.spelled({ method: "POST", path: "/x", headers: [json, ...headers], body }))
  line.finish()
  // Refused or hung up on: nobody is there to read it.
  await line.hearOrEnd("POST")
  await stillServes(echo)
  same(
    "Half a body is not handed on",
    echo.arrivals.filter(({ path }) => path === "/x").map((arrival) => String(arrival.body)),
    []
  )
}

const unclear: ReadonlyArray<readonly [string, ReadonlyArray<readonly [string, string]>]> = [
  ["a length that is no number", [[LENGTH, "two"]]],
  ["a negative length", [[LENGTH, "-2"]]],
  // biome-ignore format: one line a case
  ["a body of two lengths", [[LENGTH, "2"], [LENGTH, "3"]]],
  ["a body with a length and chunks", [[LENGTH, "2"], CHUNKED]],
  ["a chunk that says no size", [CHUNKED]],
  ["a body whose last encoding is not chunked", [["Transfer-Encoding", "chunked, gzip"]]]
]

export const limits: Chapter = {
  name: "limits of a body",
  stories: [
    story("H8: a body at the limit is served, and one byte more is refused", async (scene) => {
      await mountService(scene, async ({ authorization, mounted }) => {
        same("A body at the limit is served", (await created(mounted, authorization, BODY_LIMIT)).status, 201)
        const refused = await created(mounted, authorization, BODY_LIMIT + 1)
        refusedAs("A body over the limit is refused by name", "BodyTooLarge", refused)
        same("The process lives", (await created(mounted, authorization, 100)).status, 201)
      })
    }),
    story("H8: ten MiB are refused, and the process lives", async (scene) => {
      await mountService(scene, async ({ authorization, mounted }) => {
        // A host that stops reading may have to hang up before all was said, and the answer may be lost with the line.
        const line = await mounted.dial()
        line.say(mounted.spelled(creation(authorization, 10 * 1_048_576)))
        within("Ten MiB are refused", (await line.hearOrEnd("POST"))?.status, [413, undefined])
        same("The process lives", (await created(mounted, authorization, 100)).status, 201)
      })
    }),
    story("H8: a body without an end is refused while it is sent", async (scene) => {
      await mountService(scene, async ({ authorization, mounted }) => {
        const line = await mounted.dial()
        const headers = [authorization, json, CHUNKED]
        line.say(mounted.spelled({ method: "POST", path: "/2025-10-13/customers", headers }))
        for (let sent = 0; sent <= BODY_LIMIT; sent += 65_536) line.say(`10000\r\n${" ".repeat(65_536)}\r\n`)
        refusedAs("Nobody waits for the end of it", "BodyTooLarge", await line.hear("POST"))
        same("The process lives", (await created(mounted, authorization, 100)).status, 201)
      })
    }),
    story("a body cut off half way reaches nobody", (scene) => reachesNobody(scene, [[LENGTH, "100"]], "cut")),
    story("a chunked body cut off half way reaches nobody", (scene) => reachesNobody(scene, [CHUNKED], "3\r\ncut\r\n")),
    story("a chunk that is cut off reaches nobody", (scene) => reachesNobody(scene, [CHUNKED], "64\r\ncut")),
    story("a caller who hangs up half way reaches nobody", async (scene) => {
      const echo = await mountEcho(scene)
      const line = await echo.dial()
      line.say(echo.spelled({ method: "POST", path: "/x", headers: [[LENGTH, "100"]], body: "cut" }))
      await new Promise((resolve) => setTimeout(resolve, 20))
      line.hangUp()
      await stillServes(echo)
      same("Half a body is not handed on", echo.arrivals.length, 1)
    }),
    story("a body longer than it says is as long as it says", async (scene) => {
      const echo = await mountEcho(scene)
      const line = await echo.dial()
      line.say(echo.spelled({ method: "POST", path: "/x", headers: [[LENGTH, "2"]], body: "{}GET /smuggled" }))
      await line.hear("POST")
      await stillServes(echo)
      same("What follows is no part of it", String(echo.arrivals[0]?.body), "{}")
    }),
    // RFC 9112 section 6.3: where two readers could see two bodies, nobody may see one.
    ...unclear.map(([what, headers]) =>
      story(`H10: ${what} reaches nobody`, (scene) => reachesNobody(scene, headers, "{}GET /x"))
    )
  ]
}
