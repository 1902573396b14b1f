import type { Finding } from "@countersign/core"
import { CUSTOMERS, customerId, PLATFORM } from "@countersign/harness/externalAccounts"
import { testDatabase } from "@countersign/harness/postgres"
import { storedRows } from "@countersign/harness/tables"
import { type Answer, callers, makeWorld } from "@countersign/harness/world"
import { written } from "@countersign/harness/written"
import { postgres } from "@countersign/postgres"
import { expect, it } from "vitest"
import { startCollector } from "../../../../../examples/telemetry/src/collector.ts"
import { metricsOf, spansOf } from "../../../../../examples/telemetry/src/shown.ts"
import { effectTelemetry } from "../../../../../examples/telemetry/src/withEffect.ts"

const server = testDatabase()

/** Personal data that must appear only in the responses that a caller with access requests. */
const canaries = {
  accountNumber: "492900001111222",
  otherNumber: "492977778888999",
  phoneNumber: "+573009998877",
  fullName: "Zyxwvu Canaryname",
  verifiedName: "Z. Canaryname",
  documentNumber: "DOC-CANARY-55",
  birthDate: "1987-06-05",
  line1: "77 Canary Wharf Lane",
  legalName: "Canarybird Holdings",
  taxId: "TAX-CANARY-77",
  registrationNumber: "REG-CANARY-33",
  wallet: "0x52908400098527886e0f7030069857d2e4169ee7"
}
const { accountNumber, otherNumber, phoneNumber, fullName, documentNumber, birthDate, line1 } = canaries
const address = { line1, city: "London", postalCode: "E1 6AN", country: "GB" }

const person = { beneficiaryType: "INDIVIDUAL", fullName, birthDate, documentType: "CC", documentNumber, address }
const { legalName, registrationNumber, taxId } = canaries
const firm = { beneficiaryType: "BUSINESS", businessInfo: { legalName, registrationNumber, taxId }, address }
const cop = (number: string, beneficiary: object = person) => ({
  currency: "COP",
  accountInfo: {
    ...{ accountType: "COP_ACCOUNT", bankName: "Bancolombia", accountNumber: number, bankAccountType: "SAVINGS" },
    beneficiary
  }
})
const mobile = {
  currency: "COP",
  accountInfo: { accountType: "COP_ACCOUNT", bankName: "Nequi", phoneNumber, beneficiary: firm }
}
const wallet = { currency: "USDC", accountInfo: { accountType: "BASE_WALLET", address: canaries.wallet } }

it("X6: no data of an account or its beneficiary reaches a refusal, log, trace, metric, event or the database", async () => {
  const pool = server.pool()
  const collector = await startCollector()
  const refusals: Array<Answer> = []
  /** Snapshots of the rows after each step, so that rows removed later are included. */
  const rows: Array<string> = []
  const seen = async () => rows.push(...(await storedRows(pool)))

  const output = await written(async (soFar) => {
    let says: () => Promise<Finding> = async () => ({
      standing: "DOUBTED",
      nameMatch: "MATCHED",
      verifiedName: fullName
    })
    const world = makeWorld({
      clock: "real",
      store: postgres({ pool, timeout: 300_000 }),
      telemetry: effectTelemetry(collector.url),
      externalAccounts: { verify: () => says() },
      policy: { verificationTimeout: 100, mailTimeout: 200 }
    })
    const call: typeof world.call = async (...requested) => {
      const answer = await world.call(...requested)
      if (answer.status >= 400) refusals.push(answer)
      await seen()
      return answer
    }
    for (const caller of [callers.a, callers.live]) {
      const owner = await customerId(world, caller)
      const made: Array<string> = []
      for (const [nth, body] of [cop(accountNumber), cop(accountNumber, firm), mobile, wallet].entries()) {
        const headers = { "idempotency-key": `key ${nth}` }
        const answer = await call(caller, "POST", CUSTOMERS, {
          body: { ...body, customerId: owner, platformAccountId: `mine ${nth}` },
          headers
        })
        expect(answer.status).toBe(201)
        made.push(answer.body.id)
        // The same call with its key, with no key, and with the key and another body.
        await call(caller, "POST", CUSTOMERS, {
          body: { ...body, customerId: owner, platformAccountId: `mine ${nth}` },
          headers
        })
        await call(caller, "POST", CUSTOMERS, {
          body: { ...body, customerId: owner, platformAccountId: `mine ${nth}` }
        })
        await call(caller, "POST", CUSTOMERS, { body: cop(otherNumber), headers })
      }
      const [first = "", second = ""] = made
      const target = `${CUSTOMERS}/${first}`
      await call(caller, "PATCH", target, { body: { accountInfo: { accountNumber: otherNumber } } })
      await call(caller, "PATCH", target, {
        body: { accountInfo: { accountType: "GBP_ACCOUNT", sortCode: otherNumber } }
      })
      await call(caller, "PATCH", target, { body: { status: fullName, platformAccountId: "mine 1" } })
      await call(caller, "PATCH", target, { body: { platformAccountId: "mine 1" } })
      await call(caller, "PATCH", target, {
        body: { [accountNumber]: fullName, accountInfo: { [documentNumber]: taxId } }
      })
      await call(caller, "POST", PLATFORM, { body: cop(`${accountNumber} ${otherNumber}`) })
      await call(caller, "POST", PLATFORM, { body: { ...cop(accountNumber), currency: fullName, customerId: taxId } })
      await call(caller, "POST", PLATFORM, { raw: JSON.stringify(cop(accountNumber)).slice(0, -1) })
      await call(caller, "POST", PLATFORM, { raw: `{"${fullName}":1,"${fullName}":2}` })
      await call(caller, "GET", `${CUSTOMERS}?customerId=${owner}&currency=COP&platformAccountId=mine%201`)
      await call(caller, "DELETE", `${CUSTOMERS}/${second}`)
      await call(caller, "DELETE", `${CUSTOMERS}/${second}`)
    }
    // The verifier fails, and names the account holder in every part of its error.
    for (const failing of [
      () => Promise.reject(new Error(`no account ${accountNumber} of ${fullName}`)),
      () => Promise.reject({ accountNumber, fullName, _tag: fullName }),
      async (): Promise<Finding> =>
        JSON.parse(JSON.stringify({ standing: fullName, nameMatch: taxId, [accountNumber]: legalName })),
      () => {
        throw new TypeError(fullName)
      },
      () => new Promise<Finding>(() => {}),
      async (): Promise<Finding> => ({ standing: "REJECTED", verifiedName: canaries.verifiedName })
    ]) {
      says = failing
      await call(callers.live, "POST", PLATFORM, { body: cop(otherNumber) })
    }
    let failures = 0
    says = () => {
      failures += 1
      return Promise.reject(new Error(fullName))
    }
    const { body } = await call(callers.live, "POST", PLATFORM, { body: cop(accountNumber) })
    // By then the worker has logged the first failure.
    await expect.poll(() => failures).toBeGreaterThan(1)
    const { reportVerification } = world.countersign.api.in({
      platformId: "alpha",
      mode: "production"
    }).externalAccounts
    await reportVerification(body.id, {
      standing: "CONFIRMED",
      nameMatch: "PARTIAL_MATCH",
      verifiedName: canaries.verifiedName
    })
    await seen()
    await pool.query("alter schema countersign rename to countersign_away")
    refusals.push(await world.call(callers.live, "POST", PLATFORM, { body: cop(accountNumber) }))
    // The workers run into the failure too, and log it.
    await expect.poll(soFar).toContain("a background round failed")
    await pool.query("alter schema countersign_away rename to countersign")
    await world.countersign.close()
  })
  collector.close()

  const of = (path: string) => JSON.stringify(collector.received.filter((one) => one.path === path))
  const sinks = {
    output,
    traces: of("/v1/traces"),
    metrics: of("/v1/metrics"),
    logs: of("/v1/logs"),
    refusals: JSON.stringify(refusals.map(({ body, headers }) => [body, [...headers]])),
    database: rows.join("\n")
  }
  // An empty sink would prove nothing.
  for (const [sink, text] of Object.entries(sinks)) expect([sink, text.length > 100]).toEqual([sink, true])
  expect(refusals.length).toBeGreaterThan(20)
  expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([400, 404, 409, 503]))
  expect(spansOf(collector.received)).toContain("POST /customers/external-accounts")
  expect(metricsOf(collector.received)).toContain("countersign_requests")
  expect(sinks.output).toContain("an external account could not be verified")
  for (const collection of ["external_accounts", "events", "verification_orders", "kept_answers"]) {
    expect(sinks.database).toContain(collection)
  }

  for (const [name, canary] of Object.entries(canaries)) {
    for (const [sink, text] of Object.entries(sinks)) {
      // Encoded as JSON inside JSON, or in a URL, the text is unchanged.
      for (const spelled of [canary, encodeURIComponent(canary)]) {
        const where = text.toLowerCase().indexOf(spelled.toLowerCase())
        expect([name, sink, where < 0 ? "" : text.slice(Math.max(0, where - 200), where + 60)]).toEqual([
          name,
          sink,
          ""
        ])
      }
    }
  }

  const { rows: events } = await pool.query("select body from countersign.events")
  expect(events.length).toBeGreaterThan(4)
  for (const { body } of events) {
    const { subject, type } = JSON.parse(String(body))
    if (type !== "EXTERNAL_ACCOUNT.STATUS_UPDATED") continue
    expect([typeof subject.sealed, Object.hasOwn(subject, "accountInfo")]).toEqual(["string", false])
  }
})
