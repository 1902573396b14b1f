import {
  addPasskey,
  passkeyAddition,
  passkeySession,
  pendingAssertion,
  RP,
  registrationChallenge,
  signed
} from "@countersign/harness/fixtures"
import { makeAuthenticator, type Registration } from "@countersign/harness/passkeys/authenticator"
import { callers, makeWorld, session } from "@countersign/harness/world"
import { afterAll, describe, expect, it } from "vitest"

const WWW = "https://www.example.com"
const ANDROID = "android:apk-key-hash:7d1043473d55bfa90e8530d35801d4e381bc69f0abc3f4d7c4fb3a7f5d6e2c11"
const listed = { rpIds: [RP.rpId, "example.com"], origins: [RP.origin, WWW, ANDROID] }

const world = makeWorld({ logs: "none", sandbox: { passkeys: listed }, production: { passkeys: listed } })
const standard = makeWorld({ logs: "none", production: { passkeys: listed } })
afterAll(() => Promise.all([world, standard].map(({ countersign }) => countersign.close())))

const wallet = async (at = world) => {
  const customer = await at.customer(callers.a)
  return { ...customer, keys: (await session(at, callers.a, customer.credentialId)).keys }
}

describe("GD1: a passkey over HTTP", () => {
  const outcomes = async (credentialId: string, authenticator: ReturnType<typeof makeAuthenticator>) => {
    const outcome = async (origin: string) => {
      const { verify } = await pendingAssertion(world, callers.a, credentialId, authenticator, { origin })
      const { body, status } = await verify()
      return status === 200 ? "ok" : body.reason
    }
    return [await outcome(RP.origin), await outcome(WWW), await outcome(ANDROID), await outcome("https://evil.test")]
  }

  it("signs in at every listed origin, web or app, and at those of the platform's settings", async () => {
    const { accountId, keys } = await wallet()
    const { authenticator, credentialId } = await addPasskey(world, callers.a, accountId, keys, { rpId: "example.com" })
    const refused = "Passkey refused: origin"
    expect(await outcomes(credentialId, authenticator)).toEqual(["ok", "ok", "ok", refused])
    const passkeys = { rpIds: ["example.com"], origins: ["https://evil.test"] }
    const { revision } = (await world.call(callers.a, "GET", "/platform/settings")).body
    const settings = { body: { revision, passkeys } }
    expect((await world.call(callers.support, "PATCH", "/platform/settings", settings)).status).toBe(200)
    expect(await outcomes(credentialId, authenticator)).toEqual(["ok", "ok", "ok", "ok"])
    const removed = { body: { revision: revision + 1, passkeys: null } }
    await world.call(callers.support, "PATCH", "/platform/settings", removed)
    expect(await outcomes(credentialId, authenticator)).toEqual(["ok", "ok", "ok", refused])
  })
})

describe("GD12 GC4: the registration of a passkey", () => {
  const register = async (transports: unknown) => {
    const { accountId, keys } = await wallet()
    const body = passkeyAddition(accountId, makeAuthenticator(RP))
    const attestation = { ...body.attestation, transports }
    const path = "/auth/credentials"
    const first = await world.call(callers.a, "POST", path, { body: { ...body, attestation } })
    if (first.status !== 202) return { status: first.status }
    const added = await signed(world, callers.a, keys, { method: "POST", path, body: { ...body, attestation } })
    const { data } = (await world.call(callers.a, "GET", `${path}?accountId=${accountId}`)).body
    return {
      status: added.status,
      body: added.body,
      listed: data.find(({ id }: { id: string }) => id === added.body.id)
    }
  }

  it.each<readonly [ReadonlyArray<unknown>, number]>([
    [["smart-card", "cable", "hybrid", "hybrid"], 201],
    [["nfc-v2", "x".repeat(64)], 201],
    [[], 201],
    [Array(16).fill("usb"), 201],
    [Array(17).fill("usb"), 400],
    [["x".repeat(65)], 400],
    [["two words"], 400],
    [[""], 400],
    [[1], 400]
  ])("keeps the transports %j, or refuses them: %d", async (transports, status) => {
    const made = await register(transports)
    expect(made.status).toBe(status)
    if (status === 201) expect(made.listed.transports).toEqual(transports)
  })

  it("answers 201 with the properties of the interface alone, and lists have more", async () => {
    const { body, listed } = await register(["internal"])
    const own = ["accountId", "createdAt", "credentialId", "id", "nickname", "type", "updatedAt"]
    expect(Object.keys(body).sort()).toEqual(own)
    expect(listed).toMatchObject({ ...body, transports: ["internal"], backupEligible: expect.any(Boolean) })
  })
})

describe("GC3: user verification of passkeys", () => {
  const unverified = { flags: { uv: false } }

  it("is not required by the default sandbox, nor by one that lists origins", async () => {
    for (const at of [standard, world]) {
      const { accountId, keys } = await wallet(at)
      const authenticator = makeAuthenticator(RP)
      const body = passkeyAddition(accountId, authenticator)
      const { challenge: _, ...attestation } = authenticator.register({ challenge: body.challenge, ...unverified })
      const addition = { method: "POST", path: "/auth/credentials", body: { ...body, attestation } } as const
      const added = await signed(at, callers.a, keys, addition)
      expect(added.status).toBe(201)
      const { verify } = await pendingAssertion(at, callers.a, added.body.id, authenticator, unverified)
      expect((await verify()).status).toBe(200)
      const absent = await pendingAssertion(at, callers.a, added.body.id, authenticator, { flags: { up: false } })
      expect((await absent.verify()).body.reason).toBe("Passkey refused: user presence")
    }
  })

  it("is required by production unless the option says otherwise", async () => {
    const options = { production: { passkeys: { ...listed, requireUserVerification: false } } }
    const lenient = makeWorld({ logs: "none", ...options })
    for (const [at, status] of [
      [standard, 401],
      [lenient, 201]
    ] as const) {
      const customer = { body: { customerType: "INDIVIDUAL" } }
      const { id } = (await at.call(callers.live, "POST", "/customers", customer)).body
      const accounts = `/internal-accounts?customerId=${id}&type=EMBEDDED_WALLET`
      const accountId: string = (await at.call(callers.live, "GET", accounts)).body.data[0].id
      const registration: Partial<Registration> = unverified
      const challenge = registrationChallenge()
      const { challenge: _, ...attestation } = makeAuthenticator(RP).register({ challenge, ...registration })
      const body = { type: "PASSKEY", accountId, nickname: "Phone", challenge, attestation }
      expect((await at.call(callers.live, "POST", "/auth/credentials", { body })).status).toBe(status)
    }
    await lenient.countersign.close()
  })

  it("verified users sign in as before", async () => {
    const { accountId, keys } = await wallet()
    const { authenticator, credentialId } = await addPasskey(world, callers.a, accountId, keys)
    expect((await passkeySession(world, callers.a, credentialId, authenticator)).answer.status).toBe(200)
  })
})
