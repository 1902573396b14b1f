import { answerTo, callers, keyPair, makeWorld, pendingLogin } from "@countersign/harness/world"
import { afterAll, describe, expect, it } from "vitest"

const world = makeWorld({ logs: "none" })
afterAll(() => world.countersign.close())

describe("GD16: while codes are locked", () => {
  it("every answer has the waiting time of the challenge, to the second, from the code that starts the lock", async () => {
    const { credentialId } = await world.customer(callers.a)
    const path = `/auth/credentials/${credentialId}`
    const { body } = await answerTo(world, callers.a, credentialId, "111111", keyPair())
    const submit = () => world.call(callers.a, "POST", `${path}/verify`, { body })
    const waits = async () => {
      const [code, challenge] = [await submit(), await world.call(callers.a, "POST", `${path}/challenge`)]
      return [code.status, code.headers.get("retry-after"), challenge.status, challenge.headers.get("retry-after")]
    }
    for (let time = 0; time < 4; time += 1) {
      const { headers, status } = await submit()
      expect([status, headers.get("retry-after")]).toEqual([401, null])
    }
    const last = await submit()
    expect([last.status, last.body.reason, last.headers.get("retry-after")]).toEqual([401, "Invalid OTP code", "1800"])
    expect(await waits()).toEqual([401, "1800", 429, "1800"])
    world.pass(1_799_000)
    expect(await waits()).toEqual([401, "1", 429, "1"])
    world.pass(999)
    expect(await waits()).toEqual([401, "1", 429, "1"])
    world.pass(1)
    const after = await pendingLogin(world, callers.a, credentialId)
    expect(after.first.status).toBe(202)
  })
})
