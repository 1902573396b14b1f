import { type Answer, callers, makeWorld } from "@countersign/harness/world"
import { endpoints } from "@countersign/http"
import { afterAll, describe, expect, it } from "vitest"

const world = makeWorld({ policy: { webhookTimeout: 200 } })
afterAll(() => world.countersign.close())

const call = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  world.call(callers.a, method, path, { body, headers })

const faultsOf = ({ body, status }: Answer) => {
  expect([status, body.code]).toEqual([400, "INVALID_INPUT"])
  const faults: ReadonlyArray<{ readonly field: string; readonly message: string }> = body.details.errors
  return { faults, more: body.details.more }
}

describe("FL1, I20: a refusal", () => {
  it("lists at most 32 faults, and counts the rest in one sentence", async () => {
    const { faults, more } = faultsOf(await call("PATCH", "/config", { supportedCurrencies: Array(200).fill(null) }))
    expect(faults.map(({ field }) => field)).toEqual(Array.from({ length: 32 }, (_, at) => `supportedCurrencies.${at}`))
    expect(more).toBe("168 more faults are not listed. Correct those listed, then send the request again.")
  })

  it("omits that sentence for 32 faults, and counts one more in the singular", async () => {
    const surplus = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${"x".repeat(at)}`, 0]))
    expect(faultsOf(await call("PATCH", "/config", surplus(32)))).toMatchObject({ more: undefined })
    expect(faultsOf(await call("PATCH", "/config", surplus(33)))).toMatchObject({
      faults: { length: 32 },
      more: "1 more fault is not listed. Correct those listed, then send the request again."
    })
  })

  it("counts the faults of an account's rules together with those of other fields", async () => {
    const surplus = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`k${"x".repeat(at % 36)}${at}`, 0]))
    const accountInfo = { accountType: "GBP_ACCOUNT", ...surplus }
    const { faults, more } = faultsOf(
      await call("POST", "/platform/external-accounts", { currency: "GBP", accountInfo, ...surplus })
    )
    expect([faults.length, /^\d+ more faults are not listed/u.test(String(more))]).toEqual([32, true])
  })

  it("names the length of a list that is too long, and none of its elements", async () => {
    const customer = await world.customer(callers.a)
    const attestation = {
      credentialId: "a",
      clientDataJson: "a",
      attestationObject: "a",
      transports: Array(15_000).fill(0)
    }
    const body = { type: "PASSKEY", accountId: customer.accountId, nickname: "Key", challenge: "a", attestation }
    const answer = await call("POST", "/auth/credentials", body)
    expect(faultsOf(answer)).toEqual({
      faults: [
        {
          field: "attestation.transports",
          message:
            "The list is longer than 16 items. Send a list of at most 16 items, each a transport as the authenticator returned it, such as internal."
        }
      ],
      more: undefined
    })
  })

  it.each([
    ["more values than any endpoint accepts", `[${",".repeat(60_000)}]`, "The JSON text has more values than allowed"],
    [
      "an object with more keys than any endpoint accepts",
      JSON.stringify(Object.fromEntries(Array.from({ length: 257 }, (_, at) => [`k${at}`, 0]))),
      "An object of the JSON text has more keys than allowed"
    ]
  ])("of %s comes before the text is parsed", async (_, raw, message) => {
    // The text is truncated, which a parser would have reported first.
    for (const text of [raw, raw.slice(0, -1)]) {
      const { body, status } = await world.call(callers.a, "POST", "/customers", { raw: text })
      expect([status, body.code, body.details.errors]).toEqual([
        400,
        "INVALID_REQUEST_FORMAT",
        [{ field: "body", message: `${message}. Send only the fields that the endpoint takes.` }]
      ])
    }
  })

  it("repeats no key that is not an identifier, not even of malformed JSON (I8)", async () => {
    const { body } = await world.call(callers.a, "POST", "/customers", {
      raw: JSON.stringify({ address: { "4111111111111111": "a\0b" } })
    })
    expect(body.details.errors[0].field).toBe("address")
    expect(JSON.stringify(body)).not.toContain("4111")
  })
})

describe("FL1: a response over 64 KiB", () => {
  it("cannot come from the config, which is rejected before it is that long (I20)", async () => {
    const currency = (name: string) => ({
      currencyCode: "USD",
      requiredCounterpartyFields: Array(50).fill({ name, mandatory: true }),
      enabledTransactionTypes: []
    })
    const supportedCurrencies = Array(18).fill(currency("f".repeat(30)))
    const { faults } = faultsOf(await call("PATCH", "/config", { supportedCurrencies }))
    expect(faults).toEqual([
      {
        field: "supportedCurrencies",
        message: "The list is longer than 48 KiB. Send a list of at most 200 currencies, and of at most 48 KiB as JSON."
      }
    ])
    const known = currency("FULL_NAME")
    const most = await call("PATCH", "/config", { supportedCurrencies: [known] })
    expect([most.status, Buffer.byteLength(JSON.stringify(most.body)) < 65_536]).toEqual([200, true])
  })

  it("is sent once, and is not stored under its Idempotency-Key", async () => {
    const firm = { customerType: "BUSINESS", businessInfo: { legalName: "Firm" } }
    const customerId: string = (await call("POST", "/customers", firm)).body.id
    const text = "é".repeat(255)
    const address = { line1: text, line2: text, city: text, state: text, postalCode: "1", country: "US" }
    const personalInfo = { firstName: text, middleName: text, lastName: text, address }
    for (let owner = 0; owner < 25; owner += 1) {
      expect((await call("POST", "/beneficial-owners", { customerId, personalInfo })).status).toBe(201)
    }
    const patch = () => call("PATCH", `/customers/${customerId}`, { region: "US" }, { "idempotency-key": "much" })
    const first = await patch()
    expect([first.status, Buffer.byteLength(JSON.stringify(first.body)) > 65_536]).toEqual([200, true])
    const second = await patch()
    expect([second.status, second.body.reason]).toEqual([409, "Response too long to store"])
    expect(Buffer.byteLength(JSON.stringify(second.body))).toBeLessThan(1_000)
  })
})

describe("FC6, A12: an endpoint that ignores its body", () => {
  const lenient = endpoints
    .filter(({ body }) => body === "lenient")
    .map(({ shape: { method, path } }) => ({ method, path }))

  it.each(lenient)("$method $path ignores whatever body is sent", async ({ method, path }) => {
    const { credentialId } = await world.customer(callers.a)
    const id = path.startsWith("/quotes") ? "Quote:01890000-0000-7000-8000-000000000000" : credentialId
    const at = path.replace(":id", id)
    const without = await world.call(callers.a, method, at)
    if (path.endsWith("/challenge")) expect(without.status).toBe(200)
    for (const raw of ["", "{}", '{"a":1}', '{"a":{"b":[1]},"__":null}', "garbage", '{"a":1', "[1]", "7"]) {
      for (const type of ["application/json", "text/plain", ""]) {
        const answer = await world.call(callers.a, method, at, { raw, headers: { "content-type": type } })
        expect([raw, type, answer.status, answer.body.code]).toEqual([raw, type, without.status, without.body.code])
      }
    }
  })

  it("these are the challenge, the run of due work, the execution of a quote, the test webhook and the decision on a payment", () => {
    expect(lenient.map(({ path }) => path).toSorted()).toEqual([
      "/auth/credentials/:id/challenge",
      "/due-work",
      "/quotes/:id/execute",
      "/sandbox/webhooks/test",
      "/transactions/:id/approve",
      "/transactions/:id/reject",
      "/webhooks/test"
    ])
  })
})
