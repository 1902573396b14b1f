import {
  business,
  created,
  gbp,
  idsOf,
  PLATFORM,
  patch,
  person,
  read,
  withInfo
} from "@countersign/harness/externalAccounts"
import { callers, makeWorld } from "@countersign/harness/world"
import { afterAll, describe, expect, it } from "vitest"

const world = makeWorld()
afterAll(() => world.countersign.close())

// The interface's table of name verification.
const outcomes: ReadonlyArray<readonly [suffix: string, match: string, verifiedName: string | undefined]> = [
  ["102", "NOT_MATCHED", undefined],
  ["103", "PARTIAL_MATCH", "A. Lovelace"],
  ["104", "PENDING", undefined],
  ["106", "UNSUPPORTED", undefined],
  ["107", "CHECKED_BY_RECEIVING_FI", undefined],
  ["101", "MATCHED", "Ada Lovelace"],
  ["108", "MATCHED", "Ada Lovelace"],
  ["002", "MATCHED", "Ada Lovelace"],
  ["678", "MATCHED", "Ada Lovelace"]
]

/** Accounts of several types whose identifier has the given ending. */
const endings: ReadonlyArray<readonly [name: string, body: (suffix: string) => object]> = [
  ["an account number", (suffix) => gbp(`12345${suffix}`)],
  ["an IBAN", (suffix) => account("EUR", "EUR_ACCOUNT", { iban: `DE89370400440532013${suffix}` })],
  ["a CLABE", (suffix) => account("MXN", "MXN_ACCOUNT", { clabeNumber: `032180000118359${suffix}` })],
  [
    "a phone number",
    (suffix) => account("COP", "COP_ACCOUNT", { bankName: "Nequi", phoneNumber: `+573001234${suffix}` })
  ],
  [
    "a PIX e-mail address, before its domain",
    (suffix) =>
      account("BRL", "BRL_ACCOUNT", { pixKeyType: "EMAIL", pixKey: `ada${suffix}@example.com`, taxId: "52998224725" })
  ],
  [
    "a PIX phone number",
    (suffix) =>
      account("BRL", "BRL_ACCOUNT", { pixKeyType: "PHONE", pixKey: `+5511987654${suffix}`, taxId: "52998224725" })
  ],
  ["a UPI address, before its bank", (suffix) => account("INR", "INR_ACCOUNT", { vpa: `asha.${suffix}@okbank` })]
]
const account = (currency: string, accountType: string, fields: object) => ({
  currency,
  accountInfo: { accountType, ...fields, beneficiary: person }
})

const wallet = (suffix: string) => ({
  currency: "USDC",
  accountInfo: { accountType: "BASE_WALLET", address: `0x${"a".repeat(37)}${suffix}` }
})

describe.each(endings)("in the sandbox %s", (_, body) => {
  it.each(outcomes)("that ends in %s is answered with %s", async (suffix, match, fullName) => {
    const answer = await created(world, body(suffix))
    expect([answer.status, answer.beneficiaryVerificationStatus]).toEqual(["ACTIVE", match])
    expect(answer.beneficiaryVerifiedData).toEqual(fullName === undefined ? undefined : { fullName })
  })

  it("that ends in 105 is answered with 400, and nothing is stored", async () => {
    const before = await idsOf(world, PLATFORM)
    const body105 = { ...body("105"), platformAccountId: "not taken" }
    const answer = await world.call(callers.a, "POST", PLATFORM, { body: body105 })
    expect([answer.status, answer.body.code, answer.body.reason]).toEqual([
      ...[400, "INVALID_BANK_ACCOUNT", "Account cannot be paid"]
    ])
    expect(await idsOf(world, PLATFORM)).toEqual(before)
    const free = await created(world, { ...body("678"), platformAccountId: "not taken" })
    await world.call(callers.a, "DELETE", `${PLATFORM}/${free.id}`)
  })

  it.each([...outcomes.map(([suffix]) => suffix), "105"])(
    "I14: that ends in %s has no effect in production",
    async (suffix) => {
      // This account type has no check digits, so only the ending could have an effect.
      const answer = await created(world, gbp(`12345${suffix}`), callers.live)
      expect(answer.status).toBe("PENDING")
      expect(Object.keys(answer).filter((field) => field.startsWith("beneficiaryV"))).toEqual([])
    }
  )
})

describe("a name", () => {
  it("of a business is its legal name, in either representation", async () => {
    const { businessInfo, ...others } = business
    for (const beneficiary of [business, { ...others, ...businessInfo }]) {
      const sent = async (number: string) => created(world, withInfo(gbp(number), { beneficiary }))
      expect((await sent("12345678")).beneficiaryVerifiedData).toEqual({ fullName: "Acme Ltd" })
      expect((await sent("12345103")).beneficiaryVerifiedData).toEqual({ fullName: "A. Ltd" })
    }
  })

  it.each([
    ["Ada King Lovelace", "A. K. Lovelace"],
    ["Ada", "Ada"],
    ["  Ada   Lovelace ", "A. Lovelace"],
    ["王小明", "王小明"],
    ["𝒜da Lovelace", "𝒜. Lovelace"]
  ])("%j partially matches %j", async (fullName, verified) => {
    const answer = await created(world, withInfo(gbp("12345103"), { "beneficiary.fullName": fullName }))
    expect(answer.beneficiaryVerifiedData).toEqual({ fullName: verified })
  })

  it.each(["102", "103", "105", "abc"])("is not compared for a wallet that ends in %s", async (suffix) => {
    for (const body of [wallet(suffix), withInfo(wallet(suffix), { beneficiary: person })]) {
      const answer = await created(world, body)
      expect(answer.status).toBe("ACTIVE")
      expect(Object.keys(answer).filter((field) => field.startsWith("beneficiaryV"))).toEqual([])
    }
  })
})

describe("a change", () => {
  it.each(outcomes)("to an identifier that ends in %s is answered with %s", async (suffix, match, fullName) => {
    const { id } = await created(world, gbp("87654321"))
    const { body } = await patch(world, id, { accountInfo: { accountNumber: `12345${suffix}` } })
    expect([body.status, body.beneficiaryVerificationStatus]).toEqual(["ACTIVE", match])
    expect(body.beneficiaryVerifiedData).toEqual(fullName === undefined ? undefined : { fullName })
    expect((await read(world, id)).body).toEqual(body)
  })

  it("to an identifier that ends in 105 is answered with 400, and changes nothing", async () => {
    const before = await created(world, gbp("87654103"))
    const answer = await patch(world, before.id, { accountInfo: { accountNumber: "12345105" } })
    expect([answer.status, answer.body.code]).toEqual([400, "INVALID_BANK_ACCOUNT"])
    expect((await read(world, before.id)).body).toEqual(before)
  })

  it("to an identifier that ends in 105 is allowed while the account is disabled, which then cannot be enabled", async () => {
    const { id } = await created(world, gbp("87654103"))
    const disabled = await patch(world, id, { status: "INACTIVE", accountInfo: { accountNumber: "12345105" } })
    expect([disabled.status, disabled.body.status]).toEqual([200, "INACTIVE"])
    // The result of the former identifier must not be shown for the new one.
    expect(Object.keys(disabled.body).filter((field) => field.startsWith("beneficiaryV"))).toEqual([])
    expect((await patch(world, id, { status: "ACTIVE" })).body.code).toBe("INVALID_BANK_ACCOUNT")
    expect((await read(world, id)).body).toEqual(disabled.body)
  })
})
