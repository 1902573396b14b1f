import { CountersignError, createClient } from "@countersign/client"
import { oauthAddition } from "@countersign/harness/fixtures"
import { DAY, operatorStart, turnOn } from "@countersign/harness/recovery/kit"
import { basic, callers, makeWorld } from "@countersign/harness/world"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const world = makeWorld({ logs: "none" })
beforeAll(() => turnOn(world))
afterAll(() => world.countersign.close())

const client = createClient({
  baseUrl: "http://countersign.test/2025-10-13",
  bundleSigner: world.countersign.bundleSigner,
  headers: { authorization: basic(callers.a) },
  fetch: (url, init) => world.countersign.handler(new Request(url, init))
})

const owner = async () => {
  const { accountId, credentialId } = await world.customer(callers.a)
  return { accountId, signer: await client.emailOtp.login({ credentialId, code: () => "000000" }) }
}
const another = (accountId: string) => {
  const { oidcToken } = oauthAddition(world, accountId, "another")
  return { type: "OAUTH", accountId, oidcToken } as const
}

describe("the client", () => {
  it("RC1: makes saved codes, and completes a recovery with one of them", async () => {
    const { accountId, signer } = await owner()
    const codes = await client.recovery.createCodes(accountId, { signer })
    expect(new Set(codes).size).toBe(10)
    expect(codes.every((code) => /^[2-9A-HJ-NP-Z]{13}$/u.test(code))).toBe(true)
    const recovery = await client.recovery.start(accountId)
    const wrong = client.recovery.complete(recovery, { code: "ABCDEFGHJKLMN", credential: another(accountId) })
    await expect(wrong).rejects.toThrow(CountersignError)
    const bound = await client.recovery.complete(recovery, { code: codes[0] ?? "", credential: another(accountId) })
    expect(bound.type).toBe("OAUTH")
    expect(await client.sessions.list(accountId)).toEqual([])
  })

  it("RC7: cancels a recovery with a session, or shows the refusal of a wrong token", async () => {
    const { accountId, signer } = await owner()
    const { body } = await operatorStart(world, accountId)
    await expect(client.recovery.cancel(body.id, { cancelToken: "0".repeat(32) })).rejects.toThrow(CountersignError)
    await client.recovery.cancel(body.id, { signer })
    const { body: next } = await operatorStart(world, accountId)
    world.pass(3 * DAY)
    const challenged = await client.recovery.challenge(next.id)
    const bound = await client.recovery.complete(challenged, { code: "000000", credential: another(accountId) })
    expect(bound.accountId).toBe(accountId)
  })

  it("RC1: encrypts no code to a key that the pinned signer did not sign", async () => {
    const { accountId, signer } = await owner()
    await client.recovery.createCodes(accountId, { signer })
    const other = createClient({
      baseUrl: "http://countersign.test/2025-10-13",
      bundleSigner: world.countersign.receiptSigners[0] ?? "",
      headers: { authorization: basic(callers.a) },
      fetch: (url, init) => world.countersign.handler(new Request(url, init))
    })
    await expect(other.recovery.start(accountId)).rejects.toThrow("bundleSigner did not sign the key")
  })
})
