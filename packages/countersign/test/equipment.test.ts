import { testDatabase } from "@countersign/harness/postgres"
import { callers, keys, makeWorld, tokenOptions } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { postgres } from "@countersign/postgres"
import { sha256Hex } from "@countersign/wire"
import { Cause, Effect, Layer, Logger } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { type Change, type Mode, PaymentRails, type Row, Store } from "../src/effect.ts"

const database = testDatabase()

const CODES = 12
const SOME_ROUNDS = 4
const LEASE = 60_000

const tokensOf = (mode: Mode) => tokenOptions.filter((token) => token.mode === mode)
const sendCode = async () => {}

type Options = NonNullable<Parameters<typeof makeWorld>[0]>

/** Nodes on one store. Each records the queues that it looks into, what it claims there, and its log. */
const cluster = (shared: Layer.Layer<Store>) => {
  const inserted: Array<Change> = []
  const node = (options: Options, begun = Promise.resolve()) => {
    const rounds = new Map<string, number>()
    const claimed: Array<Row> = []
    const lines: Array<string> = []
    let looks = 0
    const recorded = (inner: Store["Service"]) =>
      Store.of({
        ...inner,
        commit: (changes, guards) =>
          Effect.tap(inner.commit(changes, guards), () =>
            Effect.sync(() => void inserted.push(...changes.filter(({ op }) => op === "insert")))
          ),
        // A node whose first claim lasts sends nothing at once either.
        claimDue: (collection, now, lease, limit, only) =>
          Effect.flatMap(
            Effect.promise(() => begun),
            () => {
              rounds.set(collection.name, (rounds.get(collection.name) ?? 0) + 1)
              return Effect.tap(inner.claimDue(collection, now, lease, limit, only), (rows) =>
                Effect.sync(() => void claimed.push(...rows))
              )
            }
          ),
        depths: (queues, now) => {
          looks += 1
          return inner.depths?.(queues, now) ?? Effect.succeed([])
        }
      })
    const logger = Logger.make(({ cause, message }) => {
      lines.push(`${JSON.stringify(message)} ${Cause.pretty(cause)}`)
    })
    const world = makeWorld({
      clock: "real",
      store: Layer.provide(Layer.effect(Store, Effect.map(Store, recorded)), shared),
      telemetry: Logger.layer([logger]),
      logs: "none",
      ...options
    })
    onTestFinished(() => world.countersign.close())
    return {
      ...world,
      claimed,
      lines,
      rounds,
      looks: () => looks,
      lineWith: (text: string) => expect.poll(() => lines.find((line) => line.includes(text))).toBeDefined(),
      isReady: async () =>
        (await world.countersign.handler(new Request("http://countersign.test/health/ready"))).status === 200
    }
  }
  return { inserted, node }
}
type Node = ReturnType<ReturnType<typeof cluster>["node"]>

/** The begin of the work of a node. */
const beginning = () => {
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  return { begin, begun }
}

/** A store in memory that the nodes share, and its rows. */
const memory = () => {
  const inner = Effect.runSync(makeMemoryStore)
  const rowOf = async ({ collection, environment, id }: Change): Promise<Row | undefined> =>
    (await Effect.runPromise(inner.load([{ collection, environment, by: "id", id }])))[0]?.[0]
  return { ...cluster(Layer.succeed(Store, inner)), inner, rowOf }
}

/** Requests login codes of that many customers in production, or of another caller. */
const requestCodes = async (node: Node, count: number, caller = callers.live): Promise<void> => {
  for (let nth = 0; nth < count; nth++) {
    const { credentialId } = await node.customer(caller, `${caller.token}-${nth}@example.com`)
    const challenge = await node.call(caller, "POST", `/auth/credentials/${credentialId}/challenge`)
    expect(challenge.status).toBe(200)
  }
}

const ordersOf = (inserted: ReadonlyArray<Change>, name: string) =>
  inserted.filter(({ collection }) => collection.name === name)

const attemptsOf = (row: Row | undefined): unknown => Object(row?.body).attempts

describe("a production node and two sandbox nodes", () => {
  it.each([
    ["in memory", () => Layer.succeed(Store, Effect.runSync(makeMemoryStore))],
    ["on PostgreSQL", () => postgres({ pool: database.pool({ max: 12 }), timeout: 300_000 })]
  ])(
    "GO1: 12 of 12 login codes are mailed by the production node, and none is claimed by another (%s)",
    async (_, of) => {
      const { node } = cluster(of())
      const others = [node({ tokens: tokensOf("sandbox") }), node({ tokens: tokensOf("sandbox") })]
      const production = node({ tokens: tokensOf("production") })
      await requestCodes(production, CODES)
      await expect.poll(() => production.letters.length).toBe(CODES)
      expect(new Set(production.letters.map(({ to }) => to)).size).toBe(CODES)
      for (const { claimed, letters, looks } of others) {
        await expect.poll(looks).toBeGreaterThan(SOME_ROUNDS)
        expect(claimed.filter(({ environment }) => environment.startsWith("production/"))).toEqual([])
        expect(letters).toEqual([])
      }
    }
  )
})

it("FA2, I14: the workers of a node with both modes mail no code of the sandbox to the mailer of the host", async () => {
  const { inserted, node, rowOf } = memory()
  const both = node({})
  await requestCodes(both, 2, callers.a)
  await requestCodes(both, 1)
  const orders = ordersOf(inserted, "code_mails")
  expect(orders.length).toBe(3)
  for (const order of orders) await expect.poll(() => rowOf(order)).toBeUndefined()
  expect(both.letters.map(({ to }) => to)).toEqual([`${callers.live.token}-0@example.com`])
})

describe("a node that cannot do some work", () => {
  const rails = Layer.succeed(
    PaymentRails,
    PaymentRails.of({
      price: () => Effect.succeed(undefined),
      instructions: () => Effect.succeed([]),
      carrier: { _tag: "Provider", send: () => Effect.succeed({ outcome: "settled" }) }
    })
  )
  const always = ["code_mails", "events", "privacy_orders"]
  it.each<[string, Options, ReadonlyArray<string>]>([
    ["codes alone", {}, []],
    ["notices", { mailer: { sendCode, sendNotice: sendCode } }, ["notices"]],
    ["payments", { paymentRails: rails }, ["instruction_orders", "outcome_orders"]],
    [
      "verifications",
      { externalAccounts: { verify: async () => ({ standing: "CONFIRMED" }) } },
      ["verification_orders"]
    ]
  ])("GO1: a production node equipped for %s looks into no other queue", async (_, options, more) => {
    const { node } = memory()
    const { looks, rounds } = node({ tokens: tokensOf("production"), ...options })
    for (const queue of [...always, ...more]) await expect.poll(() => rounds.has(queue)).toBe(true)
    await expect.poll(looks).toBeGreaterThan(SOME_ROUNDS)
    expect([...rounds.keys()].toSorted()).toEqual([...always, ...more].toSorted())
  })

  it("GO1: a notice waits for a node whose mailer sends notices", async () => {
    const { inserted, node, rowOf } = memory()
    const without = node({ tokens: tokensOf("production"), mailer: { sendCode } })
    const { accountId } = await without.customer(callers.live)
    const { operators } = without.countersign.api.in({ platformId: "alpha", mode: "production" })
    await operators.suspendAccount(accountId, { actor: "support-7", reason: "Ticket 4711" })
    await expect.poll(without.looks).toBeGreaterThan(SOME_ROUNDS)
    const orders = ordersOf(inserted, "notices")
    expect(orders.length).toBeGreaterThan(0)
    for (const order of orders) expect(attemptsOf(await rowOf(order))).toBe(0)
    const sent: Array<string> = []
    node({
      tokens: tokensOf("production"),
      mailer: { sendCode, sendNotice: async ({ id }) => void sent.push(id) }
    })
    await expect.poll(() => sent.toSorted()).toEqual(orders.map(({ id }) => id).toSorted())
  })

  it("GO1, GO3: a node without the vault key of the others claims nothing and logs which key it lacks", async () => {
    const { inserted, node, rowOf } = memory()
    const { begin, begun } = beginning()
    const production = node({ tokens: tokensOf("production") }, begun)
    expect(await production.isReady()).toBe(true)
    await requestCodes(production, CODES)
    const wrong = node({ tokens: tokensOf("production"), keys: { ...keys, vault: sha256Hex("of another service") } })
    await wrong.lineWith("this node does no due work")
    expect(wrong.lines.join("\n")).toContain("keys.vault has ")
    expect([wrong.claimed, [...wrong.rounds]]).toEqual([[], []])
    for (const order of ordersOf(inserted, "code_mails")) expect(attemptsOf(await rowOf(order))).toBe(0)
    begin()
    await expect.poll(() => production.letters.length).toBe(CODES)
  })

  it("GO1: mail that a node cannot decrypt counts no attempt while the node lacks the key of the others", async () => {
    const { inserted, node, rowOf } = memory()
    // It starts before the database has the fingerprints, so only the failure shows it.
    const wrong = node({ tokens: tokensOf("production"), keys: { ...keys, vault: sha256Hex("of another service") } })
    await expect.poll(() => wrong.rounds.get("code_mails") ?? 0).toBeGreaterThan(0)
    const { begin, begun } = beginning()
    const production = node({ tokens: tokensOf("production") }, begun)
    onTestFinished(begin)
    expect(await production.isReady()).toBe(true)
    await requestCodes(production, 1)
    await wrong.lineWith("leaves it to other nodes")
    const [order] = ordersOf(inserted, "code_mails")
    if (order === undefined) throw new Error("no code was ordered")
    expect(attemptsOf(await rowOf(order))).toBe(0)
    expect(wrong.lines.join("\n")).toContain("keys.vault has ")
    // The lease of the claim has expired for a node whose clock is ahead.
    const later = node({ tokens: tokensOf("production"), clock: { behind: -LEASE } })
    await expect.poll(() => later.letters.length).toBe(1)
    expect(wrong.letters).toEqual([])
  })

  it("GO1: a defect is logged with its message, and counts as an attempt", async () => {
    const { inner, inserted, node, rowOf } = memory()
    const { begin, begun } = beginning()
    const production = node({ tokens: tokensOf("production") }, begun)
    await requestCodes(production, 1)
    const [order] = ordersOf(inserted, "code_mails")
    const row = order && (await rowOf(order))
    if (order === undefined || row === undefined) throw new Error("no code was ordered")
    const { collection, environment, id } = order
    const body = { ...Object(row.body), sealedCode: "AQIDBA" }
    await Effect.runPromise(
      inner.commit([{ op: "replace", collection, environment, id, version: row.version, body, at: row.updatedAt }], [])
    )
    begin()
    await production.lineWith("a delivery failed and will be retried")
    const [line = ""] = production.lines.filter((each) => each.includes("a delivery failed"))
    expect(line).toContain("A stored value cannot be opened.")
    await expect.poll(async () => attemptsOf(await rowOf(order))).not.toBe(0)
  })
})
