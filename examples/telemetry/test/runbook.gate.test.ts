import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { ec, token } from "@countersign/harness/issuer"
import { cluster } from "@countersign/harness/postgres"
import { endpoint, receiver, sandboxTokens } from "@countersign/harness/webhooks/receiver"
import { callers, keys, makeWorld, tokenOptions } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { migrate, postgres } from "@countersign/postgres"
import { sha256Hex } from "@countersign/wire"
import { PrometheusExporter, PrometheusSerializer } from "@opentelemetry/exporter-prometheus"
import { MeterProvider } from "@opentelemetry/sdk-metrics"
import { Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { beforeAll, describe, expect, it, onTestFinished } from "vitest"

const guide = readFileSync(new URL("../../../docs/guides/operations.md", import.meta.url), "utf8")

/** A row of the table "Find the cause" in the guide. */
interface RunbookRow {
  readonly metric: string
  readonly labels: ReadonlyArray<string>
  /** The value of the metric; it must rise if absent. */
  readonly value: number | undefined
  readonly texts: ReadonlyArray<string>
  readonly isAtStart: boolean
  readonly cause: string
}

const METRIC = /^`(\w+)(?:\{(.+)\})?` (?:rises|is (\d+))$/u

const runbook: ReadonlyArray<RunbookRow> = (guide.split("\n### Find the cause\n")[1] ?? "")
  .split("\n## ")[0]!
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => {
    const [, metric = "", log = "", cause = ""] = line.split("|").map((cell) => cell.trim())
    const [, name = "", labels = "", value] = METRIC.exec(metric) ?? []
    if (name === "") throw new Error(`the runbook has a metric that its rule does not cover: ${metric}`)
    return {
      metric: name,
      labels: labels === "" ? [] : labels.split(","),
      value: value === undefined ? undefined : Number(value),
      texts: [...log.matchAll(/`([^`]+)`/gu)].map(([, text = ""]) => text),
      isAtStart: log.startsWith("at start:"),
      cause
    }
  })

/** The values of the series of a metric that have these labels, in a scraped text. */
const valuesOf = (scraped: string, { labels, metric }: RunbookRow): ReadonlyArray<number> =>
  [...scraped.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)/gmu)]
    .filter(([, name, own = ""]) => name === metric && labels.every((label) => own.includes(label)))
    .map(([, , , value]) => Number(value))

const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)

/** All that the reader of the guide has: two scrapes of a node, and its log. */
interface Evidence {
  readonly before: string
  readonly after: string
  readonly log: ReadonlyArray<string>
  readonly sinceStart: ReadonlyArray<string>
}

const causes = ({ after, before, log, sinceStart }: Evidence): ReadonlyArray<string> =>
  runbook
    .filter((row) => {
      const values = valuesOf(after, row)
      const has = row.value === undefined ? sum(values) > sum(valuesOf(before, row)) : values.includes(row.value)
      const lines = row.isAtStart ? sinceStart : log
      return has && lines.some((line) => row.texts.every((text) => line.includes(text)))
    })
    .map(({ cause }) => cause)

type Options = Omit<NonNullable<Parameters<typeof makeWorld>[0]>, "telemetry" | "logs">

/** A node with exported metrics and log. */
const start = (options: Options) => {
  const exporter = new PrometheusExporter({ preventServerStart: true })
  const provider = new MeterProvider({ readers: [exporter] })
  const serializer = new PrometheusSerializer(undefined, false, undefined, true, true)
  const lines: Array<string> = []
  const world = makeWorld({
    clock: "real",
    logs: "none",
    telemetry: {
      meter: provider.getMeter("countersign"),
      logger: { emit: (record) => void lines.push(JSON.stringify(record)) }
    },
    ...options
  })
  onTestFinished(async () => {
    await world.countersign.close()
    await provider.shutdown()
  })
  const scrape = async () => serializer.serialize((await exporter.collect()).resourceMetrics)
  const ready = async () =>
    (await world.countersign.handler(new Request("http://countersign.test/health/ready"))).status === 200
  return {
    ...world,
    lines,
    scrape,
    ready,
    /** Follows the runbook after a fault, repeating what callers and the load balancer do, until it names a cause. */
    diagnosis: async (fault: () => Promise<void>, traffic: () => Promise<unknown>) => {
      const before = await scrape()
      const from = lines.length
      await fault()
      const found = async () => {
        await Promise.all([traffic(), ready()])
        return causes({ before, after: await scrape(), log: lines.slice(from), sinceStart: lines })
      }
      await expect.poll(async () => (await found()).length, { interval: 200 }).toBeGreaterThan(0)
      // The fault goes on, and the evidence with it.
      const seen = lines.length
      const continued = async () => {
        await found()
        return lines.length
      }
      await expect.poll(continued, { interval: 200 }).toBeGreaterThan(seen)
      return found()
    }
  }
}

const production = tokenOptions.filter(({ mode }) => mode === "production")
const nothing = async () => {}

/** A store in memory, and the same store in which another node adds a record with other members beside each of a collection. */
const memory = () => {
  const inner = Effect.runSync(makeMemoryStore)
  const beside = (name: string, members: object) =>
    Layer.succeed(
      Store,
      Store.of({
        ...inner,
        commit: (changes, guards) =>
          inner.commit(
            changes.flatMap((change) => {
              if (change.op !== "insert" || change.collection.name !== name) return [change]
              const { leasedUntil: _, ...added } = change
              const id = `${change.id.split(":")[0]}:${randomUUID()}`
              const body = JSON.parse(JSON.stringify(change.body).replaceAll(change.id, id))
              return [change, { ...added, id, body: { ...body, ...members } }]
            }),
            guards
          )
      })
    )
  return { store: Layer.succeed(Store, inner), beside }
}

const server = cluster()
let pool: ReturnType<typeof server.pool>
beforeAll(async () => {
  pool = server.pool({ max: 8 })
  await migrate(pool)
})

/** Requests a login code in production. */
const codeFor = async (world: ReturnType<typeof start>) => {
  const { credentialId } = await world.customer(callers.live)
  return () => world.call(callers.live, "POST", `/auth/credentials/${credentialId}/challenge`)
}

const reads = (world: ReturnType<typeof start>) => () => world.call(callers.live, "GET", "/customers")

describe("GO10: the runbook, from metrics and log alone,", { timeout: 600_000 }, () => {
  it("has a cause and an action in each row, and each cause once", () => {
    expect(runbook.length).toBeGreaterThanOrEqual(12)
    expect(new Set(runbook.map(({ cause }) => cause)).size).toBe(runbook.length)
    for (const { texts } of runbook) expect(texts.length).toBeGreaterThan(0)
  })

  it("names no cause for a node without a fault", async () => {
    const world = start({ tokens: production })
    const request = await codeFor(world)
    const before = await world.scrape()
    for (let nth = 1; nth <= 3; nth++) {
      await request()
      await expect.poll(() => world.letters.length).toBe(nth)
      expect(await world.ready()).toBe(true)
    }
    const evidence = { before, after: await world.scrape(), log: world.lines, sinceStart: world.lines }
    expect(causes(evidence)).toEqual([])
  })

  it("finds a mail server that is down", async () => {
    let isDown = false
    const sendCode = async () => {
      if (isDown) throw new Error("connect ECONNREFUSED")
    }
    const world = start({ tokens: production, mailer: { sendCode } })
    const request = await codeFor(world)
    const fault = async () => {
      isDown = true
      await request()
    }
    expect(await world.diagnosis(fault, nothing)).toEqual(["the mail server refuses mail"])
  })

  it("finds an issuer whose key set is unreachable", async () => {
    const issuer = "http://127.0.0.1:9"
    const issuers = [{ issuer, jwksUri: `${issuer}/keys`, audiences: ["wallet-app"] }]
    const world = start({ tokens: production, production: { oidc: { issuers, cooldown: 1 } } })
    const customer = await world.call(callers.live, "POST", "/customers", { body: { customerType: "INDIVIDUAL" } })
    const path = `/internal-accounts?customerId=${customer.body.id}&type=EMBEDDED_WALLET`
    const accountId: string = (await world.call(callers.live, "GET", path)).body.data[0].id
    const signer = ec("a")
    const traffic = async () => {
      const iat = Math.floor(Date.now() / 1000)
      const oidcToken = token(signer, { iss: issuer, aud: "wallet-app", sub: "ada", iat, exp: iat + 600 })
      await world.call(callers.live, "POST", "/auth/credentials", { body: { type: "OAUTH", accountId, oidcToken } })
    }
    expect(await world.diagnosis(nothing, traffic)).toEqual(["the key set of an issuer is unreachable"])
  })

  it("finds a webhook receiver that fails", async () => {
    let status = 200
    const hooks = await receiver(() => status)
    const world = start({ tokens: sandboxTokens, webhooks: { allowPrivate: true } })
    expect((await endpoint(world, hooks.url)).status).toBe(200)
    await world.customer(callers.a)
    await hooks.until(1)
    const fault = async () => {
      status = 500
      await world.customer(callers.a, "bob@example.com")
    }
    expect(await world.diagnosis(fault, nothing)).toEqual(["a webhook receiver fails"])
  })

  it.each([
    ["vault", { ...keys, vault: sha256Hex("another vault key") }],
    ["service", { ...keys, service: sha256Hex("another service key") }]
  ])("finds a node with another %s key", async (_, wrong) => {
    const { store } = memory()
    expect(await start({ tokens: production, store }).ready()).toBe(true)
    const world = start({ tokens: production, store, keys: wrong })
    expect(await world.diagnosis(nothing, nothing)).toEqual(["the node lacks a key of the other nodes"])
  })

  it("finds a database that became read-only", async () => {
    const world = start({ tokens: production, store: postgres({ pool: server.pool({ max: 4 }) }) })
    const request = await codeFor(world)
    expect(await world.ready()).toBe(true)
    const readOnly = (value: string) => server.configure("default_transaction_read_only", value)
    try {
      expect(await world.diagnosis(() => readOnly("on"), request)).toEqual(["the database is read-only"])
    } finally {
      await readOnly("default")
    }
  })

  it("finds a database that is unreachable", async () => {
    const world = start({ tokens: production, store: postgres({ pool: server.pool({ max: 4 }) }) })
    expect(await world.ready()).toBe(true)
    try {
      expect(await world.diagnosis(server.crash, reads(world))).toEqual(["the database is unreachable"])
    } finally {
      await server.start()
    }
  })

  it("finds a node whose clock is wrong", async () => {
    const store = postgres({ pool: server.pool({ max: 4 }), timeout: 300_000 })
    const world = start({ tokens: production, store, clock: { behind: 60_000 } })
    expect(await world.diagnosis(nothing, reads(world))).toEqual(["the clock of the node is wrong"])
  })

  it("GO1: finds that no node sends notices", async () => {
    const world = start({ tokens: production, mailer: { sendCode: nothing } })
    const { accountId } = await world.customer(callers.live)
    const { operators } = world.countersign.api.in({ platformId: "alpha", mode: "production" })
    const BECAUSE = { actor: "support-7", reason: "Ticket 4711" }
    const acts = [operators.suspendAccount, operators.resumeAccount]
    let nth = 0
    const traffic = async () => {
      await acts[nth++ % 2]?.(accountId, BECAUSE)
      // A refused call of a caller, which leaves a line in the log.
      await world.call(callers.live, "GET", "/customers/Customer:0190a000-0000-7000-8000-000000000000")
    }
    expect(await world.diagnosis(nothing, traffic)).toEqual(["no node sends notices"])
  })

  it("GO1: finds a node of an older version", async () => {
    const { beside } = memory()
    const hooks = await receiver()
    const store = beside("events", { type: "CARD.ISSUED" })
    const world = start({ tokens: sandboxTokens, store, webhooks: { allowPrivate: true } })
    expect((await endpoint(world, hooks.url)).status).toBe(200)
    let nth = 0
    const traffic = () => world.customer(callers.a, `ada-${nth++}@example.com`)
    expect(await world.diagnosis(nothing, traffic)).toEqual(["the node lacks the version or a key of the others"])
  })

  it("GO1: finds an order that cannot be carried out, and its message", async () => {
    const { beside } = memory()
    const world = start({ tokens: production, store: beside("code_mails", { sealedCode: "AQIDBA" }) })
    const request = await codeFor(world)
    const fault = async () => void (await request())
    expect(await world.diagnosis(fault, nothing)).toEqual(["an order cannot be carried out"])
    expect(world.lines.join("\n")).toContain("A stored value cannot be opened.")
  })
})
