import { rounds } from "@countersign/harness/rounds"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { dial, encoded, type Line } from "../../../packages/kits/testkit/src/conversation/line.ts"
import { hosts } from "../src/index.ts"
import { type Everywhere, everywhere } from "./everywhere.ts"

const served = Object.values(hosts)
  .flat()
  .filter(({ name }) => ["Express 5", "Koa 3"].includes(name))
let service: Everywhere
beforeAll(async () => {
  service = await everywhere(served)
})
afterAll(() => service.close())

const V = "/wallet/2025-10-13"
const CROWD = rounds(500, 50)

const creation = () =>
  encoded(
    {
      method: "POST",
      path: "/customers",
      headers: [
        ["Authorization", service.authorization],
        ["Content-Type", "application/json"]
      ],
      body: '{"customerType":"INDIVIDUAL"}'
    },
    V
  )

/** Opens many connections, each of which has sent a part of a call. */
const crowd = async (origin: string, part: (call: Buffer) => number): Promise<ReadonlyArray<Line>> => {
  const lines: Array<Line> = []
  for (let at = 0; at < CROWD; at += 1) {
    const line = await dial(origin, 60_000)
    line.say(creation().subarray(0, part(creation())))
    lines.push(line)
  }
  return lines
}

const parts: ReadonlyArray<readonly [string, (call: Buffer) => number]> = [
  ["half of its headers", (call) => Math.floor(call.indexOf("\r\n\r\n") / 2)],
  ["half of its body", (call) => call.length - 10]
]

describe.each(served)("H16: $name, with many slow clients that", ({ name }) => {
  it.each(parts)("have sent %s serves complete calls, and the slow ones once they are complete", async (_, part) => {
    const origin = service.originOf(name)
    const slow = await crowd(origin, part)
    for (let call = 0; call < 20; call += 1) {
      const line = await dial(origin, 60_000)
      line.say(creation())
      expect((await line.hear("POST")).status).toBe(201)
      line.hangUp()
    }
    for (const line of slow) line.say(creation().subarray(part(creation())))
    const answers = await Promise.all(slow.map((line) => line.hear("POST")))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    for (const line of slow) line.hangUp()
  })
})
