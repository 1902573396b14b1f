import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { generateKeyPair, UnexpectedAnswerError } from "../src/index.ts"
import { openAccount } from "./account.ts"
import { stubBrowser, written } from "./browser.ts"
import { clientAnswered, clientOf, json, rejection } from "./service.ts"

let browser: ReturnType<typeof stubBrowser>
beforeEach(() => {
  browser = stubBrowser()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe("the guardians of an account", () => {
  it("are listed", async () => {
    const service = openAccount()
    const [guardian] = await clientOf(service).guardians.list(service.accountId)
    expect(guardian).toMatchObject({ id: service.guardianId, accountId: service.accountId, nickname: "Grandma" })
  })

  it("RC10: are added with a new passkey, and with the signature of a session", async () => {
    const service = openAccount()
    const signer = await generateKeyPair()
    const { accountId, guardianId } = service
    const added = await clientOf(service).guardians.add({ accountId, nickname: "Grandma", signer })
    expect(added.id).toBe(guardianId)
    expect(browser.created).toHaveLength(1)
    const sent = service.calls.filter(({ call }) => call === "POST /auth/guardians")
    expect(sent).toHaveLength(2)
    for (const { body } of sent) {
      expect(body).toMatchObject({ type: "PASSKEY", accountId, attestation: { credentialId: written("a passkey") } })
    }
    expect(service.stampedBy).toEqual([signer.publicKey])
  })

  it("RC10: are removed with the signature of a session", async () => {
    const service = openAccount()
    const signer = await generateKeyPair()
    expect(await clientOf(service).guardians.remove(service.guardianId, { signer })).toBeUndefined()
    const call = `DELETE /auth/guardians/${service.guardianId}`
    expect(service.calls.map((each) => each.call)).toEqual([call, call])
    expect(service.stampedBy).toEqual([signer.publicKey])
  })

  it("start a recovery with an assertion of the challenge, without a stamp", async () => {
    const service = openAccount()
    const started = await clientOf(service).guardians.startRecovery(service.guardianId, { rpId: "example" })
    expect(started.id).toMatch(/^Recovery:/u)
    expect(browser.asserted[0]?.publicKey).toMatchObject({
      challenge: new Uint8Array(32).fill(9),
      allowCredentials: [{ type: "public-key", id: new Uint8Array(Buffer.from("pk")) }],
      rpId: "example"
    })
    const start = service.calls.at(-1)
    expect(start?.call).toBe(`POST /auth/guardians/${service.guardianId}/start-recovery`)
    expect(start?.headers.get("request-id")).toBe(service.requestId)
    expect(start?.headers.has("service-wallet-signature")).toBe(false)
    expect(start?.body).toMatchObject({ assertion: { credentialId: written("a passkey") } })
  })

  it("throws when an answer is not one of guardians", async () => {
    const { guardians } = clientAnswered(() => json(200, { data: [{ id: "Guardian:1" }] }))
    expect(await rejection(guardians.list("InternalAccount:1"))).toBeInstanceOf(UnexpectedAnswerError)
    expect(await rejection(guardians.startRecovery("Guardian:1"))).toBeInstanceOf(UnexpectedAnswerError)
  })
})
