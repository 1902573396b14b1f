import { basic, callers } from "@countersign/harness/world"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { connectionTo } from "./edge/connections.ts"
import { type Listening, listen } from "./edge/hosts.ts"
import type { Request } from "./edge/Input.ts"
import { verify } from "./edge/judge.ts"
import { openStage, type Stage } from "./edge/stage.ts"

let stage: Stage
let hosts: ReadonlyArray<Listening>
beforeAll(async () => {
  stage = await openStage()
  hosts = await listen(stage.world.countersign)
})
afterAll(async () => {
  for (const { close } of hosts) await close()
  await stage.close()
})

const authorized = [["Authorization", basic(callers.a)]] as const

/** Inputs with a wrong response in the past, and their correct response. */
const stored: ReadonlyArray<readonly [name: string, answer: string, request: Request]> = [
  [
    "H13 FA6: an invalid escape",
    "400 INVALID_REQUEST_FORMAT",
    { method: "GET", path: "/quotes/%ff", headers: authorized }
  ],
  [
    "H17 H18: TRACE of an unknown path",
    "405 METHOD_NOT_ALLOWED",
    { method: "TRACE", path: "/nothing", headers: authorized }
  ]
]

describe("regressions", () => {
  it.each(stored)("%s returns %s", async (_, answer, request) => {
    for (const { origin } of hosts) {
      const connection = connectionTo(origin)
      const { code, status } = verify(request, await connection.ask(request))
      connection.hangUp()
      expect(`${status} ${code}`).toBe(answer)
    }
  })
})
