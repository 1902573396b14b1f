import { moveEmail, proveEmail, signed } from "@countersign/harness/fixtures"
import { codesOf, complete, startByCode, turnOn } from "@countersign/harness/recovery/kit"
import { answerTo, callers, keyPair, makeWorld, session } from "@countersign/harness/world"
import { encodeHex, encodeUtf8, parsePublicKey, seal, verifyOtpTargetBundle } from "@countersign/wire"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

/** The code 000000 of the sandbox, in forms in which a person or a foreign client sends it. */
const FORMS = [
  ["as it was mailed", "000000"],
  ["in groups", "000 000"],
  ["with a dash", "000-000"],
  ["with dots", "000.000"],
  ["with underscores", "000_000"],
  ["with spaces around it", "  000000  "],
  ["with a dash and spaces", "000 - 000"]
] as const

/** Texts that are typed in place of a code, and cannot be one. */
const NO_CODES = ["00000", "0000000", "00000O", "00000O!", "hello, world", "0", " ", "--"]

const world = makeWorld({ logs: "none", policy: { emailChange: "proven" } })
beforeAll(() => turnOn(world))
afterAll(() => world.countersign.close())

/** The status and the reason of a code. Without the client library, so that the server decides. */
const verify = async (credentialId: string, code: string, times = 1) => {
  const keys = keyPair()
  const { body } = await answerTo(world, callers.a, credentialId, code, keys)
  const outcomes: Array<readonly [number, string | undefined]> = []
  for (let nth = 0; nth < times; nth += 1) {
    const answer = await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/verify`, { body })
    outcomes.push([answer.status, answer.body.reason])
  }
  return outcomes
}
const REFUSED = [401, "Invalid OTP code"] as const

describe("a code as a person typed it (GD4, GD5)", () => {
  it.each(FORMS)("signs in %s", async (_, code) => {
    const { credentialId } = await world.customer(callers.a)
    expect(await verify(credentialId, code)).toEqual([[202, undefined]])
  })

  it.each(FORMS)("proves a new address %s", async (_, code) => {
    const { credentialId, customerId } = await world.customer(callers.a)
    const { keys } = await session(world, callers.a, credentialId)
    const path = `/customers/${customerId}`
    const leg = await signed(world, callers.a, keys, { method: "PATCH", path, body: { email: "new@example.com" } })
    const proven = await proveEmail(world, callers.a, customerId, leg.body.pendingEmail.otpEncryptionTargetBundle, code)
    expect([proven.status, proven.body.email]).toEqual([200, "new@example.com"])
  })

  it.each([
    ["in groups", (code: string) => code.replaceAll(/.{4}/gu, "$& ")],
    ["in lower case, with dashes", (code: string) => code.toLowerCase().replaceAll(/.{5}/gu, "$&-")],
    ["with a dot at its end", (code: string) => `${code}.`]
  ])("completes a recovery %s", async (_, typed) => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const { keys } = await session(world, callers.a, credentialId)
    const [code = ""] = (await codesOf(world, callers.a, accountId, keys)).codes
    const { body: recovery } = await startByCode(world, callers.a, accountId)
    expect((await complete(world, callers.a, recovery, typed(code))).done.status).toBe(201)
  })

  it.each(NO_CODES)("is no guess if it is %j: any number of them leaves all guesses to the owner", async (typed) => {
    const { credentialId } = await world.customer(callers.a)
    expect(new Set((await verify(credentialId, typed, 20)).map(String))).toEqual(new Set([String(REFUSED)]))
    expect(await verify(credentialId, "000000")).toEqual([[202, undefined]])
  })

  it.each([
    ["behind a tab and before a line break", "\t000000\r\n"],
    ["with an en dash", "000\u2013000"],
    ["in full width", "\uff10".repeat(6)],
    ["in Arabic-Indic digits", "\u0660".repeat(6)]
  ])("signs in by a client of another make, which seals it as it was typed: %s", async (_, otp_code) => {
    const { credentialId } = await world.customer(callers.a)
    const path = `/auth/credentials/${credentialId}`
    const { body } = await world.call(callers.a, "POST", `${path}/challenge`)
    const { target } = verifyOtpTargetBundle(
      body.otpEncryptionTargetBundle,
      parsePublicKey(world.countersign.bundleSigner)
    )
    const plaintext = encodeUtf8(JSON.stringify({ otp_code, public_key: keyPair().publicKey }))
    const { ciphertext, enc } = await seal({ recipient: target, plaintext })
    const encryptedOtpBundle = JSON.stringify({ encappedPublic: encodeHex(enc), ciphertext: encodeHex(ciphertext) })
    const sent = { body: { type: "EMAIL_OTP", encryptedOtpBundle } }
    expect((await world.call(callers.a, "POST", `${path}/verify`, sent)).status).toBe(202)
  })

  it("is a guess if it has the form of the code: five of them lock the credential, in any form (I15)", async () => {
    const { credentialId } = await world.customer(callers.a)
    const outcomes = [
      ...(await verify(credentialId, "111-111", 2)),
      ...(await verify(credentialId, "222222", 2)),
      ...(await verify(credentialId, "33 33 33", 1))
    ]
    expect(outcomes).toEqual([REFUSED, REFUSED, REFUSED, REFUSED, REFUSED])
    const challenge = await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`)
    expect(challenge.status).toBe(429)
  })

  it("of a recovery is no guess either if it has another length", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const { keys } = await session(world, callers.a, credentialId)
    const [code = ""] = (await codesOf(world, callers.a, accountId, keys)).codes
    const { body: recovery } = await startByCode(world, callers.a, accountId)
    for (let nth = 0; nth < 20; nth += 1) {
      expect((await complete(world, callers.a, recovery, code.slice(1))).done.status).toBe(401)
    }
    expect((await complete(world, callers.a, recovery, code)).done.status).toBe(201)
  })

  it("moves an address with what the client typed, too", async () => {
    const { credentialId, customerId } = await world.customer(callers.a)
    const { keys } = await session(world, callers.a, credentialId)
    expect((await moveEmail(world, callers.a, keys, customerId, "moved@example.com")).status).toBe(200)
  })
})
