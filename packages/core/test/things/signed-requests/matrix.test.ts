import { clientKey, oauthAddition } from "@countersign/harness/fixtures"
import { recoverable, SIGNED, type SignedCall, signedCallsOf } from "@countersign/harness/signedCalls"
import { type Caller, callers, makeWorld, retryHeaders } from "@countersign/harness/world"
import { canonicalJson, sha256Hex } from "@countersign/wire"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const world = makeWorld()
afterAll(() => world.countersign.close())

const send = (caller: Caller, { body, method, path }: SignedCall, headers: Record<string, string> = {}) =>
  world.call(caller, method, path, { headers, ...(body === undefined ? {} : { body }) })

let mine: ReadonlyArray<SignedCall> = []
let others: ReadonlyArray<SignedCall> = []
let strangers: ReadonlyArray<SignedCall> = []
beforeAll(async () => {
  await recoverable(world)
  mine = await signedCallsOf(world, callers.a)
  others = await signedCallsOf(world, callers.a)
  strangers = await signedCallsOf(world, callers.b)
})

const at = (operations: ReadonlyArray<SignedCall>, name: string) => operations.find((each) => each.name === name)!

/** Bodies with the same meaning in a spelling that the service normalizes. */
const oddlySpelled = (name: string, body: object | undefined): ReadonlyArray<object> => {
  // A first call consumes its identity token, so the next one needs another (FA13).
  if (name === "add OAUTH") return [oauthAddition(world, upper(String(Object(body).accountId)), "odd")]
  if (name === "add PASSKEY" || name === "add guardian") return [{ ...body, nickname: "  Laptop " }]
  return name === "change e-mail" ? [{ email: "New.Address@EXAMPLE.com" }] : []
}
const upper = (id: string) => id.replace(/:.*$/u, (uuid) => uuid.toUpperCase())

describe("a request id", () => {
  it("is issued by every operation with a signed retry", () => {
    expect(mine.map(({ name }) => name)).toEqual(SIGNED)
  })

  it.each(SIGNED)("R4: issued for %s is rejected by every other operation of the same wallet", async (name) => {
    const operation = at(mine, name)
    const leg = await send(callers.a, operation)
    expect([name, leg.status]).toEqual([name, 202])
    for (const other of mine.filter((each) => each !== operation)) {
      const answer = await send(callers.a, other, retryHeaders(leg.body, operation.keys))
      expect([name, other.name, answer.status, answer.body.code]).toEqual([name, other.name, 401, "UNAUTHORIZED"])
      expect(answer.body.reason).toMatch(/^(Request id belongs to another call|Retry body differs)$/u)
    }
  })

  it.each(SIGNED)(
    "R11: issued for %s has a payload that names its call, with the digest of the body as sent",
    async (name) => {
      const { body, method, path, ...rest } = at(await signedCallsOf(world, callers.a), name)
      for (const each of [body, ...oddlySpelled(name, body)]) {
        const leg = await send(callers.a, { ...rest, method, path, ...(each === undefined ? {} : { body: each }) })
        const digest = sha256Hex(canonicalJson(JSON.parse(JSON.stringify(each ?? null))))
        expect(JSON.parse(leg.body.payloadToSign).parameters.context).toMatchObject({
          requestId: leg.body.requestId,
          method,
          path,
          bodyDigest: digest
        })
      }
    }
  )

  it.each(SIGNED.filter((name) => name !== "verify EMAIL_OTP"))(
    "R5 H3: issued for %s is rejected for every other account, platform and mode",
    async (name) => {
      const operation = at(await signedCallsOf(world, callers.a), name)
      const leg = await send(callers.a, operation)
      const headers = retryHeaders(leg.body, operation.keys)
      const elsewhere = await send(callers.a, at(others, name), headers)
      expect([elsewhere.status, elsewhere.body.code]).toEqual([401, "UNAUTHORIZED"])
      // R5: the right call, stamped by a session of another account of the platform.
      const foreign = await send(callers.a, operation, retryHeaders(leg.body, at(others, name).keys))
      expect(foreign.body.reason).toBe("Stamp key may not sign this request")
      for (const unrelated of [callers.b, callers.live]) {
        const answer = await send(unrelated, operation, headers)
        const never = { ...headers, "request-id": "Request:01890000-0000-7000-8000-000000000000" }
        expect([answer.status, answer.body]).toEqual([401, (await send(unrelated, operation, never)).body])
      }
      const theirs = await send(callers.b, at(strangers, name), headers)
      expect(theirs.body.reason).toBe("Unknown request id")
    }
  )

  it("I2: after all these refusals each request still completes its own call", async () => {
    // Removals go last, because the other calls need what they remove.
    const order = SIGNED.filter((name) => !name.startsWith("revoke")).concat("revoke session", "revoke credential")
    for (const name of order) {
      const [operation] = (await signedCallsOf(world, callers.a)).filter((each) => each.name === name)
      const leg = await send(callers.a, operation!)
      const done = await send(callers.a, operation!, retryHeaders(leg.body, operation!.keys))
      expect([name, done.status < 300]).toEqual([name, true])
      const repeated = await send(callers.a, operation!, retryHeaders(leg.body, operation!.keys))
      expect([name, repeated.status, repeated.body.reason]).toEqual([name, 401, "Request id already used"])
    }
  })

  it.each(SIGNED)("R3: issued for %s is rejected with any field of its body changed", async (name) => {
    const [operation] = (await signedCallsOf(world, callers.a)).filter((each) => each.name === name)
    if (operation?.body === undefined) return
    const leg = await send(callers.a, operation)
    const changed: Record<string, unknown> = {
      oidcToken: oauthAddition(world, "x", "changed").oidcToken,
      nickname: "Changed",
      clientPublicKey: clientKey().hex,
      encryptedOtpBundle: "{}",
      email: "changed@example.com",
      privateEnabled: false,
      challenge: "Y2hhbmdlZCBjaGFsbGVuZ2U"
    }
    const fields = Object.keys(operation.body).filter((field) => field in changed)
    expect(fields.length).toBeGreaterThan(0)
    for (const field of fields) {
      const body = { ...operation.body, [field]: changed[field] }
      const answer = await send(callers.a, { ...operation, body }, retryHeaders(leg.body, operation.keys))
      expect([name, field, answer.status, answer.body.reason]).toEqual([name, field, 401, "Retry body differs"])
    }
  })
})
