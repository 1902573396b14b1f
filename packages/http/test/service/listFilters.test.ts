import { readFileSync } from "node:fs"
import { usd } from "@countersign/harness/externalAccounts"
import { made } from "@countersign/harness/fixtures"
import { type Caller, callers, makeWorld, tokenOptions } from "@countersign/harness/world"
import { secretDigest } from "countersign"
import { afterAll, beforeAll, expect, it } from "vitest"

const viewer: Caller = { token: "viewer", secret: "viewer-secret" }
const world = makeWorld({
  logs: "none",
  tokens: [
    ...tokenOptions,
    {
      id: viewer.token,
      secretSha256: secretDigest(viewer.secret),
      platformId: "alpha",
      mode: "sandbox",
      scopes: ["VIEW"]
    }
  ]
})
afterAll(() => world.countersign.close())

const ask = (path: string, caller: Caller = callers.a) => world.call(caller, "GET", path)
let owner = ""
let firm = ""
beforeAll(async () => {
  owner = (await world.customer(callers.a)).customerId
  firm = await made(world, "/customers", { customerType: "BUSINESS", businessInfo: { legalName: "Firm" } })
})

let nth = 0
const personalInfo = { firstName: "Ada", lastName: "Lovelace" }
/** How to make a record of each list that filters by creation, and the list. */
const LISTS: Readonly<Record<string, readonly [make: () => Promise<unknown>, path: () => string, caller?: Caller]>> = {
  customers: [() => made(world, "/customers", { customerType: "INDIVIDUAL" }), () => "/customers?"],
  "internal accounts": [() => world.customer(callers.a), () => "/internal-accounts?type=EMBEDDED_WALLET&"],
  "internal accounts of customers": [
    () => world.customer(callers.a),
    () => "/customers/internal-accounts?type=EMBEDDED_WALLET&"
  ],
  "external accounts": [
    () => made(world, "/customers/external-accounts", { ...usd(), customerId: owner }),
    () => `/customers/external-accounts?customerId=${owner}&`
  ],
  "external accounts of the platform": [
    () => made(world, "/platform/external-accounts", usd()),
    () => "/platform/external-accounts?"
  ],
  "beneficial owners": [
    () => made(world, "/beneficial-owners", { customerId: firm, personalInfo }),
    () => `/beneficial-owners?customerId=${firm}&`
  ],
  verifications: [() => made(world, "/verifications", { customerId: owner }), () => "/verifications?"],
  tokens: [() => made(world, "/tokens", { name: "till", permissions: ["VIEW"] }), () => "/tokens?"],
  platforms: [
    async () => {
      nth += 1
      const body = { platformId: `shop-${nth}`, name: "first", permissions: ["VIEW"] }
      await world.call(callers.chief, "POST", "/platforms", { body })
    },
    () => "/platforms?",
    callers.chief
  ],
  "revisions of settings": [
    async () => {
      const { revision } = (await ask("/platform/settings")).body
      const body = { revision, limits: { sessionsPerAccount: 3 } }
      await world.call(callers.support, "PATCH", "/platform/settings", { body })
    },
    () => "/platform/settings/revisions?"
  ]
}

it.each(Object.keys(LISTS))(
  "GC7: the list of %s filters by creation, inclusive to the millisecond, over its pages",
  async (name) => {
    const [make, path, caller = callers.a] = LISTS[name] ?? expect.unreachable()
    const at: Array<string> = []
    const instant = (millis: number) => new Date(world.at() + millis).toISOString()
    for (const _ of [1, 2, 3]) {
      world.pass(10)
      await make()
      at.push(instant(0))
    }
    const [first = "", second = "", third = ""] = at
    const count = async (query: string) => (await ask(path() + query, caller)).body.data.length
    expect(await count(`createdAfter=${first}&createdBefore=${third}`)).toBe(3)
    expect(await count(`createdAfter=${second}&createdBefore=${second}`)).toBe(1)
    expect(await count(`createdAfter=${instant(-9)}`)).toBe(1)
    expect(await count(`createdAfter=${instant(-19)}&createdBefore=${instant(-1)}`)).toBe(1)
    expect(await count(`createdAfter=${instant(1)}`)).toBe(0)
    const page = (await ask(`${path()}limit=2&createdAfter=${first}`, caller)).body
    const rest = (await ask(`${path()}limit=2&createdAfter=${first}&cursor=${page.nextCursor}`, caller)).body
    expect([page.data.length, page.hasMore, rest.data.length, rest.hasMore]).toEqual([2, true, 1, false])
  }
)

it("GC7: every list with pages filters by dates", () => {
  const text = readFileSync(new URL("../../../../docs/generated/openapi.json", import.meta.url), "utf8")
  const paths: Readonly<Record<string, { readonly get?: { readonly parameters?: ReadonlyArray<{ name: string }> } }>> =
    JSON.parse(text).paths
  const lists = Object.entries(paths).flatMap(([path, { get }]) => {
    const names = (get?.parameters ?? []).map(({ name }) => name)
    return names.includes("cursor") ? [{ path, names }] : []
  })
  expect(lists.length).toBeGreaterThan(12)
  const isDated = (names: ReadonlyArray<string>) =>
    ["createdAfter", "createdBefore"].every((name) => names.includes(name)) ||
    ["startDate", "endDate"].every((name) => names.includes(name))
  expect(lists.filter(({ names }) => !isDated(names)).map(({ path }) => path)).toEqual([])
})

it("GC7: tokens are listed by name, in any form of its letters, together with the other filters", async () => {
  const names = ["Till é", "Till é", "till e"]
  for (const name of names) await made(world, "/tokens", { name, permissions: ["VIEW"] })
  const listed = async (query: Record<string, string>) => {
    const { body, status } = await ask(`/tokens?${new URLSearchParams(query)}`)
    return [status, body.data?.map(({ name }: { readonly name: string }) => name)]
  }
  expect(await listed({ name: "Till é" })).toEqual([200, ["Till é", "Till é"]])
  expect(await listed({ name: "Till e\u0301", limit: "1" })).toEqual([200, ["Till é"]])
  expect(await listed({ name: "Till" })).toEqual([200, []])
  expect(await listed({ name: "Till é", createdAfter: new Date(world.at() + 1).toISOString() })).toEqual([200, []])
  expect(await listed({ names: "Till é" })).toEqual([400, undefined])
  const { tokens } = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })
  const found: Array<string> = []
  for await (const { name } of tokens.list({ name: "Till é", limit: 1 })) found.push(name)
  expect(found).toEqual(["Till é", "Till é"])
})

it("GC7: a token with VIEW alone reads the configuration, and no secret of it", async () => {
  const webhookEndpoint = "https://hooks.example.com/services/T0/PATH-SECRET?token=QUERY-SECRET"
  const body = { webhookEndpoint, embeddedWalletConfig: { appName: "Acme" } }
  expect((await world.call(callers.a, "PATCH", "/config", { body })).status).toBe(200)
  const [seen, whole] = [await ask("/config", viewer), await ask("/config")]
  expect([seen.status, whole.body.webhookEndpoint]).toEqual([200, webhookEndpoint])
  expect(seen.body).toEqual({ ...whole.body, webhookEndpoint: "https://hooks.example.com" })
  const secret = (await ask("/webhooks/secret")).body.secret
  for (const word of ["PATH-SECRET", "QUERY-SECRET", "/services", secret])
    expect(JSON.stringify(seen.body)).not.toContain(word)
  expect((await ask("/webhooks/secret", viewer)).status).toBe(403)
  expect((await world.call(viewer, "PATCH", "/config", { body: {} })).status).toBe(403)
  await world.call(callers.a, "PATCH", "/config", { body: { webhookEndpoint: null } })
  expect((await ask("/config", viewer)).body.webhookEndpoint).toBeUndefined()
  const { config } = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })
  await config.update({ webhookEndpoint })
  expect((await config.read()).webhookEndpoint).toBe(webhookEndpoint)
})
