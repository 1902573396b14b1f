import { seed } from "@countersign/harness/seed"
import { callers } from "@countersign/harness/world"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { collectGarbage } from "../../../packages/kits/testkit/src/conversation/departures.ts"
import { fuzz, type Told } from "./edge/fuzzing.ts"
import { type Listening, listen } from "./edge/hosts.ts"
import { openStage, type Stage } from "./edge/stage.ts"
import { inputsOf } from "./inputs/inputsOf.ts"
import { inputCount } from "./settings.ts"

let stage: Stage
let hosts: ReadonlyArray<Listening>
let reported: Told
let heap = 0

beforeAll(async () => {
  stage = await openStage()
  hosts = await listen(stage.world.countersign)
})
afterAll(async () => {
  for (const { close } of hosts) await close()
  await stage.close()
})

describe(`${inputCount} inputs to Express and Koa, SEED=${seed}`, () => {
  it("I16 H6 H18 I1: both give the same documented response, and never a 5xx", { timeout: 7_200_000 }, async () => {
    const inputs = inputsOf(stage)
    heap = heapInUse()
    const before = process.cpuUsage()
    reported = await fuzz(inputs, { count: inputCount, hosts, seed })
    const { system, user } = process.cpuUsage(before)
    const seconds = Math.round((user + system) / 1e6)
    process.stdout.write(`fuzz: SEED=${seed} ${JSON.stringify({ seconds, ...shownOf(reported) })}\n`)
  })

  it("come from every family, and are both accepted and rejected", () => {
    for (const family of FAMILIES) expect([family, reported.families.has(family)]).toEqual([family, true])
    for (const status of [200, 201, 202, 204, 400, 401, 404, 405, 409, 415]) {
      expect([status, reported.statuses.has(status)]).toEqual([status, true])
    }
  })

  it("I2 I7: do not change a wallet without its session key", async () => {
    const { accountId, caller, credentialId, customerId, email } = stage.quiet
    const read = async (path: string) => (await stage.world.call(caller, "GET", path)).body
    expect((await read(`/auth/sessions?accountId=${accountId}`)).data).toEqual([])
    const credentials: ReadonlyArray<{ readonly id: string }> = (await read(`/auth/credentials?accountId=${accountId}`))
      .data
    expect(credentials.map(({ id }) => id)).toEqual([credentialId])
    expect((await read(`/customers/${customerId}`)).email).toBe(email)
    expect((await read(`/internal-accounts/${accountId}`)).privateEnabled).toBe(false)
  })

  it("add no forged credential in production", async () => {
    const { accountId, credentialId } = stage.live
    const { body } = await stage.world.call(callers.live, "GET", `/auth/credentials?accountId=${accountId}`)
    expect(body.data.map(({ id }: { readonly id: string }) => id)).toEqual([credentialId])
  })

  it("H8: leak no memory except the stored records", () => {
    expect((heapInUse() - heap) / inputCount).toBeLessThan(HEAP_PER_INPUT)
  })
})

const FAMILIES = [
  ...["body", "target", "header", "recorded", "signed leg", "sealed code", "identity token", "ceremony", "webhook URL"]
]

/** Bytes. More than the records of an input, and less than an input that is retained with its parsers. */
const HEAP_PER_INPUT = 20_000

const heapInUse = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

const shownOf = ({ families, slowest, statuses }: Told) => ({
  families: Object.fromEntries(families),
  statuses: Object.fromEntries(statuses),
  slowest: { millis: Math.round(slowest.millis), request: slowest.request.slice(0, 300) }
})
