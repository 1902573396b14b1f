import { signed } from "@countersign/harness/fixtures"
import { testDatabase } from "@countersign/harness/postgres"
import { storedRows } from "@countersign/harness/tables"
import { deliveries, hookWorld, receiver, until } from "@countersign/harness/webhooks/receiver"
import {
  type Caller,
  callers,
  customerOf,
  type LocalWorld,
  makeWorld,
  requestOf,
  session
} from "@countersign/harness/world"
import { written } from "@countersign/harness/written"
import { postgres } from "@countersign/postgres"
import { expect, it } from "vitest"

const server = testDatabase()

/** Personal data that must appear only in the responses that a caller with access requests. */
const canaries = {
  fullName: "Zyxwvu Canaryname",
  otherName: "Canaria Marriedname",
  birthDate: "1987-06-05",
  line1: "77 Canary Wharf Lane",
  otherLine: "5 Budgerigar Crescent",
  postalCode: "E1-CANARY-6AN",
  taxId: "TAX-CANARY-77",
  registrationNumber: "REG-CANARY-33",
  phoneNumber: "+442079460055"
}
const { birthDate, fullName, line1, otherLine, otherName, phoneNumber, postalCode, registrationNumber, taxId } =
  canaries
/** Events contain it; no other output does. */
const legalName = "Canarybird Holdings"
const address = { line1, city: "London", postalCode, country: "GB" }
const person = { fullName, birthDate, nationality: "GB", phoneNumber, address }
const firm = { businessInfo: { legalName, taxId, registrationNumber }, phoneNumber, address }

it("X6 W11 D13: no data of a customer reaches a record, a log line, a webhook or a refusal", async () => {
  const pool = server.pool()
  const store = postgres({ pool, timeout: 300_000 })
  // Accepted, permanently refused, and unreachable: a dead letter writes a log line.
  const statuses = [200, 409, 500]
  const there = await receiver(({ event }) => (event.type === "TEST" ? 200 : (statuses.shift() ?? 200)))
  const refusals: Array<string> = []
  /** Snapshots of the rows after each step, so that rows changed later are included. */
  const rows = new Set<string>()
  const watched = (world: LocalWorld): LocalWorld => ({
    ...world,
    call: async (...requested) => {
      const answer = await world.call(...requested)
      if (answer.status >= 400) refusals.push(JSON.stringify([answer.body, [...answer.headers]]))
      for (const row of await storedRows(pool)) rows.add(row)
      return answer
    }
  })

  const output = await written(async () => {
    // One after the other, because each round would also send the other's events.
    const live = watched(makeWorld({ clock: "real", store }))
    await livesOf(live, callers.live, "production")
    await live.countersign.close()
    const world = watched(hookWorld({ store, logs: "json" }))
    await world.call(callers.a, "PATCH", "/config", { body: { webhookEndpoint: there.url } })
    await livesOf(world, callers.a, "sandbox")

    // A change that waits for the user's signature, and is then applied.
    const { credentialId, customerId } = await customerOf(world.call, callers.a)
    const { keys } = await session(world, callers.a, credentialId)
    const body = { email: "zyxwvu@example.com", ...person, fullName: otherName }
    const changed = await signed(world, callers.a, keys, { method: "PATCH", path: `/customers/${customerId}`, body })
    expect([changed.status, changed.body.fullName]).toEqual([200, otherName])

    await there.until(6)
    // The result of a delivery is stored after its response, and not while the schema is renamed.
    await until(async () => (await deliveries(world, "?status=GIVEN_UP")).length > 0)
    await pool.query("alter schema countersign rename to countersign_away")
    const refused = { customerType: "INDIVIDUAL", ...person }
    const unkept = await world.countersign.handler(
      requestOf("http://countersign.test", callers.a, "POST", "/customers", { body: refused })
    )
    expect(unkept.status).toBe(503)
    refusals.push(await unkept.text())
    await pool.query("alter schema countersign_away rename to countersign")
    await world.countersign.close()
  })

  const webhooks = there.events().map(({ body, headers }) => body.toString("utf8") + JSON.stringify(headers))
  const sinks = { output, webhooks: webhooks.join("\n"), refusals: refusals.join("\n"), database: [...rows].join("\n") }
  // The searched data was present, and an empty sink would prove nothing.
  expect(refusals.length).toBeGreaterThan(16)
  expect(sinks.output).toContain("a webhook delivery was given up")
  for (const name of ["customers", "events", "kept_answers", "signed_requests", "UpdateCustomer"]) {
    expect([name, sinks.database.includes(name)]).toEqual([name, true])
  }
  for (const [name, canary] of Object.entries({ ...canaries, legalName })) {
    for (const [sink, text] of Object.entries(sinks)) {
      if (name === "legalName" && sink === "webhooks") continue
      for (const spelled of [canary, encodeURIComponent(canary)]) {
        const where = text.toLowerCase().indexOf(spelled.toLowerCase())
        const around = where < 0 ? "" : text.slice(Math.max(0, where - 200), where + 60)
        expect([name, sink, around]).toEqual([name, sink, ""])
      }
    }
  }
})

/** An individual and a business from their creation to their deletion, with failures in between. */
const livesOf = async ({ call, countersign }: LocalWorld, caller: Caller, mode: "sandbox" | "production") => {
  const { customers, verifications } = countersign.api.in({ platformId: "alpha", mode })
  const bodies = [
    { customerType: "INDIVIDUAL", ...person },
    { customerType: "BUSINESS", ...firm }
  ]
  for (const [nth, body] of bodies.entries()) {
    const keyed = { body: { ...body, platformCustomerId: `mine ${nth}` }, headers: { "idempotency-key": `${nth}` } }
    const made = await call(caller, "POST", "/customers", keyed)
    expect(made.status).toBe(201)
    const path = `/customers/${made.body.id}`
    // The same call with its key, with the key and another body, and with no key.
    await call(caller, "POST", "/customers", keyed)
    await call(caller, "POST", "/customers", { ...keyed, body })
    await call(caller, "POST", "/customers", { body: keyed.body })
    await call(caller, "PATCH", path, { body: { address: { ...address, line1: otherLine } } })
    // Another customer type, unknown fields, and no body.
    await call(caller, "PATCH", path, { body: nth === 0 ? { businessInfo: firm.businessInfo } : { fullName } })
    await call(caller, "PATCH", path, { body: { [fullName]: birthDate, customerType: taxId } })
    await call(caller, "PATCH", path, { raw: `{"${line1}":1,"${line1}":2}` })
    await verifications.create(made.body.id)
    await customers.reportVerification(made.body.id, "REJECTED")
    const read = await call(caller, "GET", path)
    const moved = { ...body, address: { ...address, line1: otherLine } }
    expect(read.body).toMatchObject(moved)
    const listed = await call(caller, "GET", `/customers?customerType=${body.customerType}`)
    expect(listed.body.data[0]).toEqual(read.body)
    const deleted = await call(caller, "DELETE", path)
    expect(deleted.body).toMatchObject({ ...moved, isDeleted: true })
    await call(caller, "PATCH", path, { body: { address } })
  }
}

it("W11 X6: an event of an individual contains no personal data, and of a business its name and the last digits of its numbers", async () => {
  const there = await receiver()
  const world = hookWorld()
  await world.call(callers.a, "PATCH", "/config", { body: { webhookEndpoint: there.url } })
  const reported = async (body: object) => {
    const made = await world.call(callers.a, "POST", "/customers", { body: { region: "GB", ...body } })
    const personal = ["address", "beneficialOwners", "birthDate", "fullName", "nationality", "phoneNumber"]
    return Object.fromEntries(Object.entries(made.body).filter(([name]) => !personal.includes(name)))
  }
  const ada = await reported({ customerType: "INDIVIDUAL", email: "ada@example.com", ...person })
  await there.until(1)
  const acme = await reported({ customerType: "BUSINESS", ...firm })
  await there.until(2)
  expect(there.events().map(({ event }) => event.data)).toEqual([
    ada,
    { ...acme, businessInfo: { legalName, taxId: "****Y-77", registrationNumber: "****Y-33" } }
  ])
})
