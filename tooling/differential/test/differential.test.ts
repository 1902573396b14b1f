import { type Host, hosts } from "@countersign/example-hosts"
import { describe, expect, it, vi } from "vitest"
import { difference, type Replayed } from "../src/Recording.ts"
import { hosted } from "./hosted.ts"
import { onPostgres } from "./movedDatabase.ts"
import { calls, recordings } from "./recorded.ts"
import { replay, type Target } from "./replay.ts"
import { isWhole } from "./suites.ts"

vi.mock("@countersign/node-crypto", () => import("./seededCrypto.ts"))

const inMemory: Target = { name: "memory" }
const frameworks = ["Express 5", "Koa 3", ...(isWhole ? ["Express 4", "Koa 2", "Fastify 5", "Hono 4, web"] : [])]
const hostNamed = (name: string): Host => {
  const host = Object.values(hosts)
    .flat()
    .find((host) => host.name === name)
  if (host === undefined) throw new Error(`there is no host ${name}`)
  return host
}

const postgres = onPostgres()
const onNode = hosted(hostNamed("node:http"))

/** The responses of a target to all recorded calls, one line per call. Each target is replayed once. */
const answered = new Map<Target, Promise<ReadonlyArray<Replayed>>>()
const answersOf = (target: Target): Promise<ReadonlyArray<Replayed>> => {
  const found = answered.get(target) ?? allOf(target)
  answered.set(target, found)
  return found
}
const allOf = async (target: Target): Promise<ReadonlyArray<Replayed>> => {
  const answers: Array<Replayed> = []
  for (const recording of recordings) answers.push(...(await replay(recording, target)))
  return answers
}

/** The calls with different responses on two targets. */
const differences = async (one: Target, other: Target): Promise<ReadonlyArray<string>> => {
  const [left, right] = [await answersOf(one), await answersOf(other)]
  return calls.flatMap((call, at) => {
    const [first, second] = [left[at], right[at]]
    if (first === undefined || second === undefined) throw new Error(`call ${call.nth} has no response of one target`)
    return difference(call, [one.name, first], [other.name, second]) ?? []
  })
}

describe("all recorded calls have the same response, byte for byte", { timeout: 3_600_000 }, () => {
  it("in memory as in the recording, including ids, codes, bundles and stamps", async () => {
    const answers = await answersOf(inMemory)
    const same = calls.filter(
      ({ answer, status }, at) => answers[at]?.body === answer && answers[at]?.status === status
    )
    console.info(`${same.length} of ${calls.length} calls of ${recordings.length} services have the recorded response`)
    expect(same.length / calls.length).toBeGreaterThan(0.9)
  })

  it("D9: in memory and on PostgreSQL", async () => {
    expect(await differences(inMemory, postgres.target)).toEqual([])
  })

  it("K1 K3: with native and with portable cryptography", async () => {
    expect(await differences(inMemory, { name: "portable cryptography", crypto: "portable" })).toEqual([])
  })

  it.each(frameworks.map((name) => [name, hosted(hostNamed(name))] as const))(
    "H10 H13 H18: on Node's own server and on %s",
    async (_, target) => {
      expect(await differences(onNode, target)).toEqual([])
    }
  )
})

describe("a difference", () => {
  it("reports the position of an added, a removed and a changed byte", async () => {
    const [call] = calls
    const [answer] = await answersOf(inMemory)
    if (call === undefined || answer === undefined) throw new Error("nothing was recorded")
    // The request id of a response is not compared.
    const compared = answer.headers.filter((header) => !header.startsWith("x-request-id: "))
    expect(compared.length).toBeLessThan(answer.headers.length)
    const at = `${answer.status}\n${compared.join("\n")}\n\n`.length
    for (const [body, byte] of [
      [`${answer.body} `, at + answer.body.length],
      [answer.body.slice(0, -1), at + answer.body.length - 1],
      [`[${answer.body.slice(1)}`, at]
    ] as const) {
      expect(difference(call, ["one", answer], ["other", { ...answer, body }])).toContain(
        `has different responses from byte ${byte}`
      )
    }
    expect(difference(call, ["one", answer], ["other", { ...answer }])).toBeUndefined()
    expect(difference(call, ["one", answer], ["other", { ...answer, headers: [] }])).toContain("different responses")
  })

  it("reports a difference between two services with different terms", async () => {
    const strict: Target = {
      name: "strict",
      options: async () => ({ policy: { callsPerToken: { capacity: 1, refillEvery: 60_000 } } })
    }
    expect((await differences(inMemory, strict)).length).toBeGreaterThan(calls.length / 2)
  })
})
