import { byId, customers, environmentKey, load, replace } from "@countersign/core/internal"
import { callers, makeWorld } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { Store } from "countersign/effect"
import { Effect, Layer, Logger } from "effect"
import { expect, it, onTestFinished } from "vitest"

const makeCustomers = async () => {
  const store = Effect.runSync(makeMemoryStore)
  const lines: Array<string> = []
  const logger = Logger.make(({ cause, logLevel, message }) => {
    if (logLevel !== "Info") lines.push(`${message} ${cause}`)
  })
  const telemetry = Logger.layer([logger])
  // The start has nothing to say about it.
  const policy = { emailChange: "proven" } as const
  const world = makeWorld({ store: Layer.succeed(Store, store), telemetry, policy, logs: "none" })
  onTestFinished(() => world.countersign.close())
  const create = async (fullName: string, region: string): Promise<string> => {
    const body = { customerType: "INDIVIDUAL", fullName, region }
    return (await world.call(callers.a, "POST", "/customers", { body })).body.id
  }
  const [ada, eve] = [await create("Ada Lovelace", "GB"), await create("Eve", "FR")]
  const read = (query: string) => world.call(callers.a, "GET", `/customers${query}`)
  return { store, lines, read, ada, eve }
}

/** An attacker with write access to the database copies the encrypted profile of one customer to another. */
const copied = (from: string, to: string) =>
  Effect.gen(function* () {
    const environment = environmentKey({ platformId: "alpha", mode: "sandbox" })
    const [source, target] = [byId(customers, environment, from), byId(customers, environment, to)]
    const { one, other } = yield* load({ one: source, other: target })
    if (one === undefined || other === undefined) throw new Error("there is no such customer")
    const store = yield* Store
    const next = customers.decode({ ...other.value, sealed: one.value.sealed })
    yield* store.commit([replace(other, next, other.updatedAt)], [])
  })

it("D13: the profile of one customer cannot be decrypted in the record of another", async () => {
  const { ada, eve, lines, read, store } = await makeCustomers()
  await Effect.runPromise(Effect.provideService(copied(ada, eve), Store, store))
  expect([(await read(`/${eve}`)).status, (await read(`/${ada}`)).body.fullName]).toEqual([500, "Ada Lovelace"])
  expect(lines.join("\n")).toContain("VaultBroken")
})

it("GO3: a list decrypts the records that it returns, and names in the log those that it cannot decrypt", async () => {
  const { ada, eve, lines, read, store } = await makeCustomers()
  await Effect.runPromise(Effect.provideService(copied(ada, eve), Store, store))
  const shown = await read("?region=GB")
  expect([shown.status, shown.body.data.map(({ id }: { readonly id: string }) => id), lines]).toEqual([200, [ada], []])
  const all = await read("")
  expect([all.status, all.body.data.map(({ id }: { readonly id: string }) => id)]).toEqual([200, [ada]])
  expect(lines.join("\n")).toContain("VaultBroken")
})
