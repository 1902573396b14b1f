import { CurrentEnvironment, type Environment, environmentKey } from "@countersign/core"
import { customers } from "@countersign/core/internal"
import { callers, keys, makeWorld, tokenOptions } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { nodeVault } from "@countersign/node-crypto"
import { decodeHex } from "@countersign/wire"
import { Effect, Layer } from "effect"
import { afterAll, expect, it } from "vitest"
import { Store, Vault } from "../src/effect.ts"
import { resealVault } from "../src/index.ts"

const PRODUCTION: Environment = { mode: "production", platformId: "alpha" }
const SANDBOX: Environment = { mode: "sandbox", platformId: "alpha" }

const bare = nodeVault(decodeHex(keys.vault, { bytes: 32 }))
const placed = Layer.provide(Vault.inEnvironments, bare)

const store = Effect.runSync(makeMemoryStore)
const world = makeWorld({ clock: "real", logs: "none", store: Layer.succeed(Store, store) })
afterAll(() => world.countersign.close())

const refOf = (environment: Environment, id: string) =>
  ({ collection: customers, environment: environmentKey(environment), by: "id", id }) as const

/** The row of a customer, with another sealed profile if one is given. */
const rowOf = async (environment: Environment, id: string) => {
  const [[row] = []] = await Effect.runPromise(store.load([refOf(environment, id)]))
  if (row === undefined) throw new Error("The customer has a row")
  return { ...row, body: { ...Object(row.body) } }
}

const written = (environment: Environment, id: string, body: object, version?: number) => {
  const at = Date.now()
  const change = { collection: customers, environment: environmentKey(environment), id, at, body: Object(body) }
  return Effect.runPromise(
    store.commit([version === undefined ? { ...change, op: "insert" } : { ...change, op: "replace", version }], [])
  )
}

it("GA20: a value does not decrypt in another environment, nor outside of one", async () => {
  const run = <A, E>(place: Environment | undefined, use: Effect.Effect<A, E, Vault>) => {
    const inPlace = place === undefined ? use : Effect.provideService(use, CurrentEnvironment, place)
    return Effect.runPromiseExit(Effect.provide(inPlace, placed))
  }
  const open = (sealed: string, context = "record 1") => Effect.flatMap(Vault, (vault) => vault.open(sealed, context))
  const sealed = await Effect.runPromise(
    Effect.flatMap(Vault, (vault) => vault.seal(new Uint8Array([7]), "record 1")).pipe(
      Effect.provideService(CurrentEnvironment, PRODUCTION),
      Effect.provide(placed)
    )
  )
  expect(await run(PRODUCTION, open(sealed))).toMatchObject({ _tag: "Success", value: new Uint8Array([7]) })
  for (const place of [SANDBOX, { ...PRODUCTION, platformId: "beta" }, undefined]) {
    expect([place, (await run(place, open(sealed)))._tag]).toEqual([place, "Failure"])
    // Without its mark it is not a value of an earlier release.
    expect([place, (await run(place, open(sealed.slice(1))))._tag]).toEqual([place, "Failure"])
  }
  expect((await run(PRODUCTION, open(sealed, "record 2")))._tag).toBe("Failure")
})

it("GA20: a row that is copied from production to the sandbox of the same platform is not readable there", async () => {
  const { customerId } = await world.customer(callers.live, "ada@example.com")
  const { body } = await rowOf(PRODUCTION, customerId)
  await written(SANDBOX, customerId, body)
  const there = await world.countersign.handler(
    new Request(`http://x/2025-10-13/customers/${customerId}`, {
      headers: { authorization: `Basic ${btoa(`${callers.a.token}:${callers.a.secret}`)}` }
    })
  )
  expect([there.status, (await there.text()).includes("ada@example.com")]).toEqual([500, false])
  expect((await world.call(callers.live, "GET", `/customers/${customerId}`)).body.email).toBe("ada@example.com")
})

it("GA20: a value of an earlier release is read, and resealVault gives it its environment", async () => {
  const { customerId } = await world.customer(callers.live, "bob@example.com")
  const { body, version } = await rowOf(PRODUCTION, customerId)
  const context = `customer ${customerId}`
  const earlier = await Effect.runPromise(
    Effect.gen(function* () {
      const profile = yield* Effect.provide(
        Effect.flatMap(Vault, (vault) => vault.open(body.sealed, context)),
        placed
      )
      return yield* Effect.provide(
        Effect.flatMap(Vault, (vault) => vault.seal(profile, context)),
        bare
      )
    }).pipe(Effect.provideService(CurrentEnvironment, PRODUCTION))
  )
  await written(PRODUCTION, customerId, { ...body, sealed: earlier }, version)
  expect((await world.call(callers.live, "GET", `/customers/${customerId}`)).body.email).toBe("bob@example.com")
  const options = {
    tokens: tokenOptions.filter(({ id }) => id === "live"),
    keys,
    store: Layer.succeed(Store, store),
    mailer: { sendCode: async () => {} }
  }
  expect((await resealVault(options)).map(({ resealed }) => resealed)).toEqual([1])
  expect((await rowOf(PRODUCTION, customerId)).body.sealed).toMatch(/^~/u)
  expect((await world.call(callers.live, "GET", `/customers/${customerId}`)).body.email).toBe("bob@example.com")
})
