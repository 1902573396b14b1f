import { made } from "@countersign/harness/fixtures"
import { testDatabase } from "@countersign/harness/postgres"
import { rounds } from "@countersign/harness/rounds"
import { callers, makeWorld } from "@countersign/harness/world"
import { memoryStore } from "@countersign/memory"
import { postgres } from "@countersign/postgres"
import { decodeHex, decodeUtf8, signStamp } from "@countersign/wire"
import { describe, expect, it, onTestFinished } from "vitest"
import { histories } from "./linking/histories.ts"
import { interposed } from "./linking/interposed.ts"
import { CHANGES, FUNDS, MXN, payer, quoteFrom, uma } from "./linking/payer.ts"

const server = testDatabase()
const world = makeWorld()
const EXTERNAL = "/customers/external-accounts"

describe("the payload that pays a quote", () => {
  it("names both amounts, fee, rate, payee, account type and identifiers in the signed text (FA1, X11, I17)", async () => {
    const { bodies, wallet } = await payer(world)
    const payee = await made(world, EXTERNAL, bodies.mexican)
    const { body, payload } = await quoteFrom(world, wallet, payee)
    const { generateAppProofs, organizationId, parameters, timestampMs, type, ...rest } = JSON.parse(payload)
    const { context, signWith, unsignedTransaction } = parameters
    expect([type, organizationId, signWith, generateAppProofs, rest]).toEqual([
      "ACTIVITY_TYPE_SIGN_TRANSACTION_V2",
      wallet,
      wallet,
      true,
      {}
    ])
    expect([timestampMs, parameters.type]).toEqual([String(world.at()), "TRANSACTION_TYPE_QUOTE"])
    expect(context).toEqual({
      amount: String(body.totalSendingAmount),
      currency: "USDC",
      decimals: "6",
      receivedAmount: String(body.totalReceivingAmount),
      receivedCurrency: "MXN",
      receivedDecimals: "2",
      fee: String(body.feesIncluded),
      rate: String(body.exchangeRate),
      payee: "Ana Pérez",
      source: {
        accountId: wallet,
        accountType: "EMBEDDED_WALLET",
        digest: context.source.digest,
        identifiers: { accountId: wallet }
      },
      destination: {
        accountId: payee,
        accountType: "MXN_ACCOUNT",
        digest: context.destination.digest,
        identifiers: { clabeNumber: MXN.clabeNumber },
        name: "Ana Pérez"
      },
      quoteId: body.id,
      expiresAt: String(Date.parse(body.expiresAt)),
      method: "POST",
      mode: "sandbox",
      path: `/quotes/${body.id}/execute`,
      platformId: "alpha"
    })
    for (const { digest } of [context.source, context.destination]) expect(digest).toMatch(/^[0-9a-f]{64}$/u)
    expect(JSON.parse(decodeUtf8(decodeHex(unsignedTransaction)))).toMatchObject({
      quoteId: body.id,
      destination: { accountId: payee }
    })
  })

  it.each([
    ["an account of a business", "business", "Casa Sol S.A.", { clabeNumber: MXN.clabeNumber }],
    ["a wallet without a beneficiary", "crypto", "0x52908400098527886E0F7030069857D2E4169EE7", {}]
  ] as const)("names the payee of %s (I17)", async (_, what, payee, identifiers) => {
    const { bodies, wallet } = await payer(world)
    const { payload } = await quoteFrom(world, wallet, await made(world, EXTERNAL, bodies[what]))
    expect(JSON.parse(payload).parameters.context).toMatchObject({ payee, destination: { identifiers } })
  })

  it("names the customer of an internal account, and a UMA address unchanged (I17)", async () => {
    const { wallet } = await payer(world)
    const other = await payer(world)
    const inside = await quoteFrom(world, wallet, other.wallet)
    expect(JSON.parse(inside.payload).parameters.context).toMatchObject({
      payee: "Grace",
      destination: { accountType: "EMBEDDED_WALLET", identifiers: { accountId: other.wallet } }
    })
    const { payload } = await quoteFrom(world, wallet, uma)
    expect(JSON.parse(payload).parameters.context).toMatchObject({
      payee: uma.umaAddress,
      destination: { accountType: "UMA_ADDRESS", identifiers: { umaAddress: uma.umaAddress } }
    })
  })

  it("is returned while the quote waits for its signature, and not after", async () => {
    const { keys, wallet } = await payer(world)
    const { execute, id, payload } = await quoteFrom(world, wallet, uma)
    const read = async () => (await world.call(callers.a, "GET", `/quotes/${id}`)).body.paymentInstructions
    expect(await read()).toEqual([{ accountOrWalletInfo: { accountType: "EMBEDDED_WALLET", payloadToSign: payload } }])
    const paid = await execute(signStamp(payload, keys.privateKey))
    expect([paid.status, paid.body.paymentInstructions, await read()]).toEqual([200, undefined, undefined])
  })
})

describe("a signed quote", () => {
  it.each(CHANGES)(
    "refuses to execute when %s of its destination changed after it was signed (FA1, I17)",
    async (_, patch) => {
      const { bodies, keys, wallet } = await payer(world)
      const payee = await made(world, EXTERNAL, bodies.mexican)
      const { execute, id, payload } = await quoteFrom(world, wallet, payee)
      const stamp = signStamp(payload, keys.privateKey)
      const patched = await world.call(callers.a, "PATCH", `${EXTERNAL}/${payee}`, { body: patch })
      expect(patched.body.status).toBe("ACTIVE")
      const answer = await execute(stamp)
      expect([answer.status, answer.body.code, answer.body.reason]).toEqual([
        409,
        "CONFLICT",
        "Quote source or destination changed"
      ])
      // The refusal changes nothing: the quote still waits, and a new quote over the changed account can be paid.
      expect((await world.call(callers.a, "GET", `/quotes/${id}`)).body.status).toBe("PENDING")
      const next = await quoteFrom(world, wallet, payee)
      expect((await next.execute(signStamp(next.payload, keys.privateKey))).status).toBe(200)
    }
  )

  it("refuses to execute when the customer of its internal destination was renamed (FA1, I17)", async () => {
    const { keys, wallet } = await payer(world)
    const other = await payer(world)
    const { execute, payload } = await quoteFrom(world, wallet, other.wallet)
    await world.call(callers.a, "PATCH", `/customers/${other.customerId}`, { body: { fullName: "Mallory" } })
    expect((await execute(signStamp(payload, keys.privateKey))).body.reason).toBe("Quote source or destination changed")
  })

  it("refuses to execute when its destination was verified with another result (FA1, I17)", async () => {
    const { bodies, keys, wallet } = await payer(world)
    const payee = await made(world, EXTERNAL, bodies.mexican)
    const { execute, payload } = await quoteFrom(world, wallet, payee)
    await world.countersign.api
      .in({ platformId: "alpha", mode: "sandbox" })
      .externalAccounts.reportVerification(payee, {
        standing: "CONFIRMED",
        nameMatch: "NOT_MATCHED",
        verifiedName: "Mallory"
      })
    expect((await execute(signStamp(payload, keys.privateKey))).body.reason).toBe("Quote source or destination changed")
  })

  it("pays the signed destination after an edit of it was reverted", async () => {
    const { bodies, keys, wallet } = await payer(world)
    const payee = await made(world, EXTERNAL, bodies.mexican)
    const { execute, payload } = await quoteFrom(world, wallet, payee)
    const patch = (clabeNumber: string) =>
      world.call(callers.a, "PATCH", `${EXTERNAL}/${payee}`, { body: { accountInfo: { clabeNumber } } })
    await patch("012180009999999992")
    expect((await execute(signStamp(payload, keys.privateKey))).status).toBe(409)
    await patch(MXN.clabeNumber)
    expect((await execute(signStamp(payload, keys.privateKey))).status).toBe(200)
  })

  it("consumes its signature once, also while its payment is pending (I17)", async () => {
    const { bodies, keys, wallet } = await payer(world)
    const { execute, id, payload } = await quoteFrom(world, wallet, await made(world, EXTERNAL, bodies.spark))
    const stamp = signStamp(payload, keys.privateKey)
    expect((await execute(stamp)).status).toBe(200)
    const repeated = await execute(stamp)
    expect([repeated.status, repeated.body.reason]).toEqual([409, "Quote already executed"])
    expect((await world.call(callers.a, "GET", `/quotes/${id}`)).body.paymentInstructions).toBeUndefined()
  })

  const runs = Number(process.env.HISTORIES ?? rounds(1000, 200))
  it(`executes only while every field of both ends equals the signed text, in ${runs} random histories (FA1, I17)`, {
    timeout: 600_000
  }, async () => {
    const seen = await histories(runs)
    // Both outcomes must be frequent: a service that refused every quote, or paid every quote, must fail this test.
    if (runs < 200) return
    expect(seen.paid).toBeGreaterThan(runs / 8)
    expect(seen.changed).toBeGreaterThan(runs / 16)
  })
})

describe.each(["memory", "postgres"] as const)(
  "an edit that commits between the checks and the payment, on %s",
  (kind) => {
    /** A service whose store lets another call commit before a payment. */
    const raced = async () => {
      const pool = kind === "memory" ? undefined : server.pool()
      const race = await interposed(pool === undefined ? memoryStore : postgres({ pool, timeout: 300_000 }))
      const own = makeWorld({ clock: kind === "memory" ? "test" : "real", logs: "none", store: race.store })
      onTestFinished(() => own.countersign.close())
      return { own, race }
    }

    it.each([
      ["edits it", "PATCH", { accountInfo: { clabeNumber: "012180009999999992" } }, 409],
      ["disables it", "PATCH", { status: "INACTIVE" }, 400],
      ["removes it", "DELETE", undefined, 404]
    ] as const)(
      "that %s is never paid under the signature over the old destination (FA1, I17)",
      async (_, method, body, status) => {
        const { own, race } = await raced()
        const { bodies, keys, wallet } = await payer(own)
        const payee = await made(own, EXTERNAL, bodies.mexican)
        const { execute, id, payload } = await quoteFrom(own, wallet, payee)
        race.beforePayment(() =>
          own.call(callers.a, method, `${EXTERNAL}/${payee}`, body === undefined ? {} : { body })
        )
        const executed = await execute(signStamp(payload, keys.privateKey))
        expect(race.interposed().map((answer) => answer.status)).toEqual([method === "DELETE" ? 204 : 200])
        expect(executed.status).toBe(status)
        expect((await own.call(callers.a, "GET", `/quotes/${id}`)).body.status).toBe("PENDING")
        const { body: account } = await own.call(callers.a, "GET", `/internal-accounts/${wallet}`)
        expect(account.balance.amount).toBe(FUNDS)
      }
    )

    it("that renames the customer of an internal destination is never paid under the old name (FA1, I17)", async () => {
      const { own, race } = await raced()
      const { keys, wallet } = await payer(own)
      const { customerId, wallet: payee } = await payer(own)
      const { execute, payload } = await quoteFrom(own, wallet, payee)
      const body = { fullName: "Mallory" }
      race.beforePayment(() => own.call(callers.a, "PATCH", `/customers/${customerId}`, { body }))
      const executed = await execute(signStamp(payload, keys.privateKey))
      expect(race.interposed().map((answer) => answer.status)).toEqual([200])
      expect([executed.status, executed.body.reason]).toEqual([409, "Quote source or destination changed"])
    })

    it("that changes the account is not paid by a transfer that read the old one (I17)", async () => {
      const { own, race } = await raced()
      const { bank, bodies } = await payer(own)
      const payee = await made(own, EXTERNAL, bodies.dollars)
      race.beforePayment(() => own.call(callers.a, "PATCH", `${EXTERNAL}/${payee}`, { body: { status: "INACTIVE" } }))
      const transfer = { source: { accountId: bank }, destination: { accountId: payee }, amount: 5 }
      const answer = await own.call(callers.a, "POST", "/transfer-out", { body: transfer })
      expect([answer.status, answer.body.code]).toEqual([400, "INVALID_BANK_ACCOUNT"])
    })
  }
)
