import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { testDatabase } from "@countersign/harness/postgres"
import { runCommand } from "@countersign/harness/told"
import { keys, withoutLimits } from "@countersign/harness/world"
import { postgres } from "@countersign/postgres"
import { createCountersign, secretDigest } from "countersign"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const server = testDatabase()
const FROM = "2020-01-01T00:00:00Z"
const TO = "2100-01-01T00:00:00Z"

let folder = ""
let paid: ReadonlyArray<string> = []
const countersign = () =>
  createCountersign({
    tokens: [{ id: "live", secretSha256: secretDigest("a token of the test"), platformId: "acme", mode: "production" }],
    keys,
    policy: withoutLimits,
    store: postgres({ pool: server.pool(), timeout: 300_000 }),
    mailer: { sendCode: async () => {} },
    paymentRails: {
      price: async () => ({ rate: "1" }),
      send: async ({ id }) => ({ outcome: "accepted", reference: `bank ${id.slice(-4)}` })
    },
    workers: "none",
    logs: "none"
  })

const written = async (name: string, text: string): Promise<string> => {
  const file = join(folder, name)
  await writeFile(file, text)
  return file
}
const reconciled = (...args: ReadonlyArray<string>) =>
  runCommand(["reconcile", "--platform", "acme", ...args], { DATABASE_URL: server.url() })
const inPeriod = (...args: ReadonlyArray<string>) => reconciled("--from", FROM, "--to", TO, ...args)

/** Three payments of 12.34, 12.35 and 12.36 dollars that settled, and a deposit of 10,000. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-reconcile-"))
  const service = countersign()
  const acme = service.api.in({ platformId: "acme", mode: "production" })
  const customer = await acme.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
  const { data } = await acme.internalAccounts.list({ customerId: customer.id, type: "INTERNAL_FIAT" })
  const from = data.find(({ balance }) => balance.currency.code === "USD")?.id ?? ""
  await acme.deposits.report({ event: "in-1", accountId: from, amount: 1_000_000, currency: "USD" })
  const payee = await acme.externalAccounts.create({
    customerId: customer.id,
    currency: "USD",
    accountInfo: {
      accountType: "USD_ACCOUNT",
      accountNumber: "123456789",
      routingNumber: "021000021",
      beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Grace Hopper" }
    }
  })
  await acme.externalAccounts.reportVerification(payee.id, { standing: "CONFIRMED" })
  const made: Array<string> = []
  for (const amount of [1234, 1235, 1236]) {
    const { id } = await acme.transfers.out({ from, to: payee.id, amount })
    await acme.transactions.report(id, { event: `settled ${id}`, outcome: "SETTLED" })
    made.push(id)
  }
  paid = made
  await service.close()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const csv = (lines: ReadonlyArray<string>) => `booking,payment,amount,currency\n${lines.join("\n")}\n`
const honest = () => ["in-1,,10000,USD", ...paid.map((id, nth) => `b-${nth},"invoice, ${id}",-12.3${4 + nth},USD`)]

const entry = (id: string, amount: string, direction: string, details: string, status = "BOOK") =>
  `<Ntry><NtryRef>${id}</NtryRef><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts>${status}</Sts>${details}</Ntry>`
const part = (id: string, amount = "") =>
  `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${amount === "" ? "" : `<Amt Ccy="USD">${amount}</Amt>`}</TxDtls>`
const camt = (entries: string, version = "08") =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><Stmt><FrToDt><FrDtTm>${FROM}</FrDtTm><ToDtTm>${TO}</ToDtTm></FrToDt>${entries}</Stmt></BkToCstmrStmt></Document>`

describe("GU1: countersign reconcile", () => {
  it("finds no difference in a statement that has each payment, and exits with 0", async () => {
    const file = await written("honest.csv", csv(honest()))
    expect(await inPeriod(file)).toEqual({ code: 0, out: "4 bookings compared, 0 differences.\n", err: "" })
    const other = await written("other.csv", "\uFEFFRef;Zweck;Betrag;Währung\nin-1;;10000.00;USD\n")
    const rest = await written("rest.csv", csv(honest().slice(1)))
    const columns = [
      "--id-column",
      "Ref",
      "--payment-column",
      "Zweck",
      "--amount-column",
      "Betrag",
      "--currency-column"
    ]
    // Of two banks with other columns each is compared alone, so what the other has is missing.
    expect((await inPeriod(...columns, "Währung", other)).out).toContain("1 bookings compared, 3 differences.")
    expect((await inPeriod(rest, file)).out).toBe("7 bookings compared, 0 differences.\n")
  })

  it("lists what is missing, doubled, different and unknown, and exits with 3", async () => {
    const [, , second = "", third = ""] = honest()
    const twice = third.replace("b-2", "b-3")
    const lines = ["in-1,,10000,USD", second.replace("12.35", "12.30"), third, twice, "b-9,a gift,1.00,USD"]
    const file = await written("wrong.csv", csv(lines))
    const { code, out } = await inPeriod("--json", file)
    expect(code).toBe(3)
    const { bookings, differences } = JSON.parse(out)
    expect(bookings).toBe(5)
    expect(new Set(differences)).toEqual(
      new Set([
        { kind: "UNKNOWN", bookings: ["b-9"], statement: { amount: 100, currency: "USD" } },
        { kind: "MISSING", transactionId: paid[0], bookings: [], ledger: completed(-1234) },
        {
          kind: "DIFFERENT",
          transactionId: paid[1],
          bookings: ["b-1"],
          ledger: completed(-1235),
          statement: usd(-1230)
        },
        {
          kind: "DOUBLED",
          transactionId: paid[2],
          bookings: ["b-2", "b-3"],
          ledger: completed(-1236),
          statement: usd(-2472)
        }
      ])
    )
    const { out: text } = await inPeriod(file)
    expect(text).toContain(`MISSING    ${paid[0]}  ledger -1234 USD COMPLETED\n`)
    expect(text).toContain("UNKNOWN    no payment  statement 100 USD  bookings b-9\n")
  })

  it.each(["02", "08", "13"])(
    "reads camt.053 of version %s: booked entries, and the parts of a batch",
    async (version) => {
      const [one = "", two = "", three = ""] = paid
      const entries = [
        entry("in-1", "10000.00", "CRDT", ""),
        entry("batch", "24.69", "DBIT", `<NtryDtls>${part(one, "12.34")}${part(two, "12.35")}</NtryDtls>`),
        entry(
          "e-3",
          "12.36",
          "DBIT",
          `<NtryDtls>${part(three)}</NtryDtls>`,
          version === "02" ? "BOOK" : "<Cd>BOOK</Cd>"
        ),
        entry("e-4", "99.00", "DBIT", "", "PDNG")
      ]
      const file = await written("statement.xml", camt(entries.join(""), version))
      expect(await reconciled(file)).toEqual({ code: 0, out: "4 bookings compared, 0 differences.\n", err: "" })
      const without = await written("batch.xml", camt(entries.filter((_, nth) => nth !== 2).join(""), version))
      expect((await reconciled(without)).out).toContain(`MISSING    ${three}`)
    }
  )

  it.each([
    ["no.csv", "a,b\n1,2\n", "there is no column booking: name it with --id-column. The columns are a, b"],
    ["quote.csv", 'booking,payment\n"1,2\n', "it is no CSV: "],
    [
      "amount.csv",
      csv(["1,,twelve,USD"]),
      'row 1: "twelve" is no amount. Write -12.34, without separators of thousands'
    ],
    ["thousands.csv", csv(['1,,"1,200.00",USD']), "is no amount"],
    ["exact.csv", csv(["1,,1.5,JPY"]), "row 1: 1.5 JPY has more than 0 decimals"],
    ["coin.csv", csv(["1,,1.5,USDC"]), "USDC is not in ISO 4217. Say how many decimals it has: --decimals USDC=6"],
    ["huge.csv", csv(["1,,999999999999999.99,USD"]), "is too large to compare"],
    ["half.xml", "<Document><BkToCstmrStmt>", "it is no XML: "],
    ["other.xml", "<html><body></body></html>", "it contains no statement (BkToCstmrStmt/Stmt)"],
    ["bomb.xml", '<!DOCTYPE a [<!ENTITY b "c">]><Document/>', "it declares a document type"],
    [
      "ref.xml",
      camt('<Ntry><Amt Ccy="USD">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts></Ntry>'),
      "an entry has no reference"
    ],
    ["amount.xml", camt("<Ntry><NtryRef>1</NtryRef><Sts>BOOK</Sts></Ntry>"), "an entry has no amount (Amt)"]
  ])("says why it cannot read %s", async (name, text, reason) => {
    const { code, err, out } = await inPeriod(await written(name, text))
    expect([code, out]).toEqual([1, ""])
    expect(err).toContain(`${name}: `)
    expect(err).toContain(reason)
  })

  it("asks for what the files do not say", async () => {
    const file = await written("honest.csv", csv(honest()))
    expect((await reconciled("--to", TO, file)).err).toBe(
      "A file does not say its period. Pass --from, as 2026-01-31T00:00:00Z\n"
    )
    expect((await inPeriod("--decimals", "USDC", file)).err).toContain(
      "It must be a code and a number up to 18, as USDC=6."
    )
    const coins = await written("coins.csv", csv(["1,,-1.5,USDC"]))
    expect((await inPeriod("--decimals", "USDC=6", coins)).out).toContain("statement -1500000 USDC")
    expect((await runCommand(["reconcile", file], {})).code).toBe(2)
  })
})

const usd = (amount: number) => ({ amount, currency: "USD" })
const completed = (amount: number) => ({ ...usd(amount), status: "COMPLETED" })
