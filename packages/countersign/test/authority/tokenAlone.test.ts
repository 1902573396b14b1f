import { once } from "node:events"
import { createServer } from "node:http"
import { tokenPowers } from "@countersign/checks"
import { operations, templateOf } from "@countersign/harness/listed"
import { reporting } from "@countersign/harness/stores"
import { type Caller, callers, makeWorld, tokenOptions } from "@countersign/harness/world"
import { sha256Hex } from "@countersign/wire"
import { afterAll, beforeAll, expect, it } from "vitest"
import { secretDigest } from "../../src/index.ts"
import { type Attack, attacksOn, MAILED, type Victim, victim } from "./attacks.ts"

const SCOPES = ["VIEW", "TRANSACT", "MANAGE", "OPERATE", "SETTLE", "WORK"] as const

/**
 * Records of the service itself: rate limits, stored answers, outbound events. They contain no end user's data or
 * rights.
 */
const OF_SERVICE = [
  "levels",
  "kept_answers",
  "events",
  "moved_clocks",
  "verification_orders",
  "outcome_orders",
  "instruction_orders",
  "payment_reports",
  "spent",
  "journal"
]

/** No token grants a scope that it lacks, so these are configured. */
const settler: Caller = { token: "settling", secret: "settling-secret" }
const cron: Caller = { token: "cron", secret: "cron-secret" }

/** Every stored record of alpha's sandbox, by collection and id. */
const records = new Map<string, string>()
const store = reporting((changes) => {
  for (const change of changes) {
    if (change.environment !== "sandbox/alpha" || OF_SERVICE.includes(change.collection.name)) continue
    const place = `${change.collection.name} ${change.id}`
    if (change.op === "remove") records.delete(place)
    else records.set(place, JSON.stringify(change.body))
  }
})
const world = makeWorld({
  store,
  logs: "none",
  // An address is pending, so that the calls about it have an object.
  policy: { emailChange: "proven" },
  tokens: [
    ...tokenOptions.filter(({ mode }) => mode === "sandbox"),
    ...[settler, cron].map(({ secret, token: id }) => ({
      ...{ id, secretSha256: secretDigest(secret), platformId: "alpha" },
      ...({ mode: "sandbox", scopes: [id === cron.token ? "WORK" : "SETTLE"] } as const)
    }))
  ],
  webhooks: { allowPrivate: true }
})
/** Answers 202, so that incoming payments wait for the platform's decision. */
const receiver = createServer({ keepAliveTimeout: 600_000 }, (_, response) => response.writeHead(202).end())
afterAll(async () => {
  await world.countersign.close()
  receiver.closeAllConnections()
  receiver.close()
})

let ids: ReadonlyArray<string> = []
let of: Victim
const tokens = new Map<(typeof SCOPES)[number], Caller>()
beforeAll(async () => {
  await once(receiver.listen(0, "127.0.0.1"), "listening")
  const address = receiver.address()
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`
  await world.call(callers.a, "PATCH", "/config", { body: { webhookEndpoint: url } })
  of = await victim(world, `${url}thief`)
  const { accountId, bank, credentialIds, customerId, firm, poor, recovering, suspended } = of
  ids = [
    customerId,
    firm,
    accountId,
    bank,
    ...credentialIds,
    poor.customerId,
    poor.accountId,
    ...poor.credentialIds,
    recovering.accountId,
    recovering.recovery,
    recovering.credentialId,
    suspended.accountId,
    ...suspended.credentialIds,
    ...MAILED,
    ...MAILED.map((email) => `sign-in of ${sha256Hex(email)}`)
  ]
  tokens.set("OPERATE", callers.support)
  tokens.set("SETTLE", settler)
  tokens.set("WORK", cron)
  for (const scope of ["VIEW", "TRANSACT", "MANAGE"] as const) {
    const { body } = await world.call(callers.a, "POST", "/tokens", { body: { name: scope, permissions: [scope] } })
    tokens.set(scope, { token: body.clientId, secret: body.clientSecret })
  }
})

/** The records of the end users, and the platform settings that apply to all of them. */
const theirs = () =>
  new Map(
    [...records].filter(([place, body]) =>
      [...ids, "platform_configs", "platform_settings"].some((id) => place.includes(id) || body.includes(id))
    )
  )

/** The collections in which a call changed an end user's records. */
const writtenBy = async (caller: Caller, { body, method, path }: Attack) => {
  const before = theirs()
  const answer = await world.call(caller, method, path, body === undefined ? {} : { body })
  const after = theirs()
  const places = new Set([...before.keys(), ...after.keys()])
  const changed = [...places].filter((place) => before.get(place) !== after.get(place) && !isDelivered(place, after))
  return { answer, collections: new Set(changed.map((place) => place.split(" ")[0] ?? "")) }
}

/** A worker sends due mail beside the calls. */
const isDelivered = (place: string, after: ReadonlyMap<string, string>) =>
  /^(code_mails|notices) /u.test(place) && !after.has(place)

const operationOf = ({ method, path }: Attack) => `${method} ${templateOf(path)}`

it("I18: the table of SECURITY.md has exactly one row for every operation of the contract, each attempted below", async () => {
  expect(tokenPowers.flatMap((power) => power.operations).sort()).toEqual([...operations].sort())
  const tried = new Set((await attacksOn(world, of)).map(operationOf))
  expect(operations.filter((operation) => !tried.has(operation))).toEqual([])
})

it("I18 FA3 FA4: a token with one scope changes only the records of an end user with all three credential types that the table lists", async () => {
  const read = async () => {
    const get = async (path: string) => (await world.call(callers.a, "GET", path)).body
    const one = async ({ accountId, customerId }: { readonly accountId: string; readonly customerId: string }) => {
      const { email, isDeleted } = await get(`/customers/${customerId}`)
      const { privateEnabled, status } = await get(`/internal-accounts/${accountId}`)
      const { data: credentials } = await get(`/auth/credentials?accountId=${accountId}`)
      const { data: sessions } = await get(`/auth/sessions?accountId=${accountId}`)
      return { email, isDeleted, privateEnabled, status, credentials, sessions }
    }
    const { balance } = await get(`/internal-accounts/${of.accountId}`)
    // Money may arrive in a wallet, and must not leave it.
    // An operator may end sessions and suspend, and must not remove, add or change a credential.
    const { credentials } = await one(of.suspended)
    const left = credentials.map(({ id, nickname, type }: Record<string, string>) => [id, nickname, type])
    return { rich: await one(of), poor: await one(of.poor), left, isWhole: balance.amount >= 100_000_000 }
  }
  const before = await read()
  for (const { credentials, isDeleted, sessions, status } of [before.rich, before.poor]) {
    expect([credentials.length, sessions.length, status, isDeleted]).toEqual([3, 3, "ACTIVE", false])
  }
  const written = new Map<string, Set<string>>()
  for (const attack of await attacksOn(world, of)) {
    const operation = operationOf(attack)
    const row = tokenPowers.find((power) => power.operations.includes(operation))
    for (const scope of SCOPES) {
      const caller = tokens.get(scope)
      if (caller === undefined) throw new Error(`there is no token of ${scope}`)
      const { answer, collections } = await writtenBy(caller, attack)
      const isRefused = answer.status === 403 && answer.body.code === "FORBIDDEN"
      expect([operation, scope, isRefused]).toEqual([operation, scope, scope !== row?.scope])
      const beyond = [...collections].filter((name) => isRefused || row?.writes.includes(name) !== true)
      expect([operation, scope, answer.status, beyond]).toEqual([operation, scope, answer.status, []])
      if (!isRefused) written.set(operation, new Set([...(written.get(operation) ?? []), ...collections]))
    }
    // Records that need an end user's key must be unchanged, even if the table lists them.
    expect([operation, await read()]).toEqual([operation, before])
  }
  // Every write that the table lists must have been made by an attack of its row.
  for (const { operations: all, writes } of tokenPowers) {
    const made = new Set(all.flatMap((operation) => [...(written.get(operation) ?? [])]))
    expect([all[0], writes.filter((name) => !made.has(name))]).toEqual([all[0], []])
  }
})
