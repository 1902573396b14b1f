import { CurrentEnvironment } from "@countersign/core"
import { addOauth, clientKey, oauthVerify, oidcToken, signed } from "@countersign/harness/fixtures"
import { exported, faultsOf, itemsOf, PERSON, paid, SANDBOX, ticking } from "@countersign/harness/history"
import { testDatabase } from "@countersign/harness/postgres"
import { rounds } from "@countersign/harness/rounds"
import { reporting } from "@countersign/harness/stores"
import { storedRows } from "@countersign/harness/tables"
import { callers, makeWorld, retryHeaders, keys as serverKeys, session } from "@countersign/harness/world"
import { nodeVault } from "@countersign/node-crypto"
import { postgres } from "@countersign/postgres"
import { decodeHex } from "@countersign/wire"
import { Vault } from "countersign/effect"
import { Effect, Layer } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

/** A service on a store, and everything that the store contains, as one text for each collection of the history. */
const server = testDatabase()
const on = {
  memory: async () => {
    const rows = new Map<string, string>()
    const store = reporting((changes) => {
      for (const change of changes) {
        const key = `${change.collection.name} ${change.id}`
        if (change.op === "remove") rows.delete(key)
        else rows.set(key, `${key} ${JSON.stringify(change.body)}`)
      }
    })
    const world = ticking(makeWorld({ store, logs: "none" }))
    return { world, dump: async () => [...rows.values()] }
  },
  postgres: async () => {
    const pool = server.pool()
    const world = makeWorld({ clock: "real", logs: "none", store: postgres({ pool, timeout: 300_000 }) })
    return { world, dump: () => storedRows(pool) }
  }
}

const HISTORY = ["receipts ", "receipt_heads ", "activities "]
const ofHistory = (rows: ReadonlyArray<string>) => rows.filter((row) => HISTORY.some((name) => row.startsWith(name)))

describe.each(["memory", "postgres"] as const)("an erasure on %s", (kind) => {
  it("HI4: destroys the key in its commit: no row of the history names the person, and every hash verifies", async () => {
    const { dump, world } = await on[kind]()
    const { accountId, customerId } = await paid(world)
    const before = ofHistory(await dump())
    const chain = await exported(world, accountId)
    const sealedKey = /"sealed":\s*"([~A-Za-z0-9_-]+)"/u.exec(
      before
        .filter((row) => row.startsWith("receipt_heads ") && row.includes(accountId))
        .join()
        .replaceAll('""', '"')
    )?.[1]
    if (sealedKey === undefined) return expect.unreachable()
    expect((await itemsOf(world, accountId)).filter((item) => "details" in item).length).toBe(2)

    await world.countersign.api.in(SANDBOX).customers.erase(customerId, { reason: "Art. 17 GDPR" })
    const after = await dump()
    for (const canary of [...Object.values(PERSON), sealedKey]) {
      expect([canary, ofHistory(after).filter((row) => row.includes(canary))]).toEqual([canary, []])
    }
    expect(after.filter((row) => row.includes(sealedKey))).toEqual([])
    const items = await itemsOf(world, accountId)
    expect(items.filter((item) => "details" in item)).toEqual([])
    expect(items.filter((item) => "isErased" in item).length).toBe(2)
    expect(items[0]).toMatchObject({ type: "CUSTOMER_ERASED", actor: "PLATFORM", reason: "Art. 17 GDPR" })
    const rest = await exported(world, accountId)
    expect(rest.slice(0, chain.length)).toEqual(chain)
    expect(faultsOf(world, rest)).toEqual([])
    expect(rest.length).toBe(chain.length + 1)

    // The control: a backup of the key from before opens what the store still has, so the key is what was missing.
    const details = chain.map((line) => JSON.parse(line)).find(({ operation }) => operation === "ExecuteQuote")
    const opened = await Effect.runPromise(
      Effect.gen(function* () {
        const vault = yield* Vault
        const key = yield* vault
          .open(sealedKey, `history ${accountId}`)
          .pipe(Effect.provideService(CurrentEnvironment, { mode: "sandbox", platformId: "alpha" }))
        return yield* vault.openWith(key, details.details, `history ${accountId} ${details.sequence}`)
      }).pipe(
        Effect.provide(Layer.provide(Vault.inEnvironments, nodeVault(decodeHex(serverKeys.vault, { bytes: 32 }))))
      )
    )
    expect(Buffer.from(opened).toString()).toContain(PERSON.payee)
    await world.countersign.close()
  })

  it("HI4: a deletion that the owner signs destroys the keys of all wallets of the customer too", async () => {
    const { dump, world } = await on[kind]()
    const { accountId, customerId, keys } = await paid(world)
    const done = await signed(world, callers.a, keys, { method: "DELETE", path: `/customers/${customerId}` })
    expect(done.status).toBe(200)
    const heads = (await dump()).filter((row) => row.startsWith("receipt_heads ") && row.includes(accountId))
    expect([heads.length, heads.filter((row) => row.includes("sealed"))]).toEqual([1, []])
    expect((await itemsOf(world, accountId)).filter((item) => "details" in item)).toEqual([])
    expect(faultsOf(world, await exported(world, accountId))).toEqual([])
    await world.countersign.close()
  })

  it(`HI9: of a signed leg beside it, the details are erased or were never written, in ${rounds(500, 5)} rounds`, async () => {
    const { dump, world } = await on[kind]()
    const seen = new Set<number>()
    for (let round = 0; round < rounds(500, 5); round += 1) {
      const { accountId, credentialId, customerId } = await world.customer(callers.a, `person${round}@example.com`)
      const { keys } = await session(world, callers.a, credentialId)
      const body = { type: "OAUTH", accountId, oidcToken: oidcToken(world, { sub: `sub-${round}` }) }
      const first = await world.call(callers.a, "POST", "/auth/credentials", { body })
      expect(first.status).toBe(202)
      const erase = async () => {
        for (let turn = 0; turn < (round * 7) % 50; turn += 1) await Promise.resolve()
        return world.countersign.api.in(SANDBOX).customers.erase(customerId, { reason: "Art. 17 GDPR" })
      }
      const [leg] = await Promise.all([
        world.call(callers.a, "POST", "/auth/credentials", { body, headers: retryHeaders(first.body, keys) }),
        erase()
      ])
      seen.add(leg.status)
      expect([201, 401, 404, 410]).toContain(leg.status)
      const heads = (await dump()).filter((row) => row.startsWith("receipt_heads ") && row.includes(accountId))
      expect([heads.length, heads.filter((row) => row.includes("sealed"))]).toEqual([1, []])
      const items = await itemsOf(world, accountId)
      expect([items[0]?.type, items.filter((item) => "details" in item)]).toEqual(["CUSTOMER_ERASED", []])
      expect(faultsOf(world, await exported(world, accountId))).toEqual([])
    }
    await world.countersign.close()
  })
})

describe("any sequence of acts", () => {
  const ACTS = ["login", "oauth", "privacy", "suspend", "resume", "fund", "end-sessions"] as const

  it("HI2: exports a chain that verifies, and no changed character of it does", async () => {
    const world = ticking(makeWorld({ logs: "none" }))
    const act = async (
      name: (typeof ACTS)[number],
      of: { accountId: string; credentialId: string; oauthId: string }
    ) => {
      switch (name) {
        case "login":
          return session(world, callers.a, of.credentialId)
        case "oauth":
          return oauthVerify(world, callers.a, of.oauthId, clientKey())
        case "privacy": {
          const { done, keys } = await session(world, callers.a, of.credentialId)
          const call = { method: "PATCH", path: `/internal-accounts/${of.accountId}`, body: { privateEnabled: true } }
          return done.status === 200 ? signed(world, callers.a, keys, call) : undefined
        }
        case "fund":
          return world.call(callers.a, "POST", `/sandbox/internal-accounts/${of.accountId}/fund`, {
            body: { amount: 1 }
          })
        case "suspend":
        case "resume":
        case "end-sessions":
          return world.call(callers.support, "POST", `/operator/accounts/${of.accountId}/${name}`, {
            body: { actor: "support-7", reason: "stolen" }
          })
      }
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...ACTS), { maxLength: 6 }),
        fc.boolean(),
        fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom(...'0123456789abcdef"{}[]:,')), {
          minLength: 20,
          maxLength: 20
        }),
        async (acts, isErased, marks) => {
          const { accountId, credentialId, customerId } = await world.customer(callers.a)
          const { keys } = await session(world, callers.a, credentialId)
          const { credentialId: oauthId } = await addOauth(world, callers.a, accountId, keys)
          for (const name of acts) await act(name, { accountId, credentialId, oauthId })
          const { balance } = (await world.call(callers.a, "GET", `/internal-accounts/${accountId}`)).body
          if (isErased && balance.amount === 0) {
            await world.countersign.api.in(SANDBOX).customers.erase(customerId, { reason: "Art. 17 GDPR" })
          }
          const lines = await exported(world, accountId)
          expect(faultsOf(world, lines)).toEqual([])
          expect(lines.length).toBe((await itemsOf(world, accountId)).filter((item) => "sequence" in item).length)
          for (const [which, place, mark] of marks) {
            const line = lines[which % lines.length] ?? ""
            const at = place % line.length
            const changed = line.slice(0, at) + mark + line.slice(at + 1)
            if (isSame(line, changed)) continue
            expect(
              faultsOf(
                world,
                lines.map((each) => (each === line ? changed : each))
              )
            ).not.toEqual([])
          }
        }
      ),
      { numRuns: 8 }
    )
    await world.countersign.close()
  })
})

/** Whether both are the same JSON, as spellings of one id in different cases are. */
const isSame = (one: string, other: string): boolean => {
  try {
    return JSON.stringify(JSON.parse(one)).toLowerCase() === JSON.stringify(JSON.parse(other)).toLowerCase()
  } catch {
    return false
  }
}
