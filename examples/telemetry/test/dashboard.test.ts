import { readFileSync } from "node:fs"
import { PrometheusExporter, PrometheusSerializer } from "@opentelemetry/exporter-prometheus"
import { MeterProvider } from "@opentelemetry/sdk-metrics"
import { createCountersign } from "countersign"
import { Conflict, memoryStore, Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { beforeAll, describe, expect, it, vi } from "vitest"

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")

/** The query of each panel of the dashboard, and of each alert. */
const panels: ReadonlyArray<{ readonly title: string; readonly targets: ReadonlyArray<{ readonly expr: string }> }> =
  JSON.parse(read("../dashboard.json")).panels
const shown = panels.flatMap(({ targets, title }) => targets.map(({ expr }) => ({ name: title, expr })))

const yaml = read("../alerts.yaml")
const alerts = yaml
  .split("- alert: ")
  .slice(1)
  .map((text) => ({
    name: text.split("\n", 1)[0] ?? "",
    expr: /^ +expr: (.+)$/mu.exec(text)?.[1] ?? "",
    summary: /summary: "(.+)"/u.exec(text)?.[1] ?? "",
    description: /description: "(.+)"/u.exec(text)?.[1] ?? "",
    runbook: /runbook: "(.+)"/u.exec(text)?.[1] ?? ""
  }))

/** Metrics that no panel shows. */
const LEFT_OUT: ReadonlyArray<string> = []

/** The text that Prometheus reads from a service with a customer. */
let scraped = ""

/** A store in memory with the parts that only a database has, in which one commit conflicts. */
const store = Layer.effect(
  Store,
  Effect.map(Store, (inner) => {
    let conflicts = 1
    return Store.of({
      ...inner,
      waiting: () => 0,
      depths: (_, at) => Effect.succeed([{ collection: "events", mode: "sandbox", count: 1, since: at - 5 }]),
      state: Effect.sync(() => ({ canWrite: true, now: Date.now() })),
      commit: (changes, guards) =>
        Effect.suspend(() =>
          conflicts-- > 0
            ? Effect.fail(new Conflict({ because: "version", collection: "customers" }))
            : inner.commit(changes, guards)
        )
    })
  })
).pipe(Layer.provide(memoryStore))

beforeAll(async () => {
  const exporter = new PrometheusExporter({ preventServerStart: true })
  const provider = new MeterProvider({ readers: [exporter] })
  const telemetry = { meter: provider.getMeter("countersign") }
  const countersign = createCountersign({ store, logs: "none", telemetry, webhooks: { allowPrivate: true } })
  const wallet = countersign.api.in({ platformId: "sandbox", mode: "sandbox" })
  await wallet.config.update({ webhookEndpoint: "http://127.0.0.1:9/refuses" })
  await wallet.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
  await countersign.handler(new Request("http://countersign.test/2025-10-13/customers"))
  await countersign.handler(new Request("http://countersign.test/health/ready"))
  const serializer = new PrometheusSerializer(undefined, false, undefined, true, true)
  const scrape = async () => {
    scraped = serializer.serialize((await exporter.collect()).resourceMetrics)
    return scraped
  }
  // The last metric to appear: the node sends the events.
  await vi.waitFor(async () => expect(await scrape()).toContain("countersign_queue_lag_ms_bucket"), 20_000)
  await countersign.close()
  await provider.shutdown()
})

/** The series of Prometheus, each with its labels. */
const series = () =>
  new Map(
    [...scraped.matchAll(/^(countersign_\w+)(?:\{(.+?)\})? \S/gmu)].map(([, name = "", labels = ""]) => [
      name,
      [...labels.matchAll(/(\w+)="/gu)].map(([, label]) => label)
    ])
  )

const metricsIn = (expr: string) => expr.match(/countersign_\w+/gu) ?? []

it("each metric that the service exports is on the dashboard, or is left out on purpose", () => {
  const exported = [...scraped.matchAll(/^# TYPE (countersign_\w+) /gmu)].map(([, name = ""]) => name)
  const covered = shown
    .flatMap(({ expr }) => metricsIn(expr))
    .map((name) => name.replace(/_(?:bucket|count|sum)$/u, ""))
  expect(new Set([...covered, ...LEFT_OUT])).toEqual(new Set(exported))
  expect(exported).toHaveLength(12)
})

describe.each([
  ["dashboard", shown],
  ["alerts", alerts]
])("the queries of the %s", (_, queries) => {
  it.each(queries)("$name reads metrics that exist, by labels that they have", ({ expr }) => {
    const known = series()
    const names = metricsIn(expr)
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) expect([...known.keys()]).toContain(name)
    const has = new Set(["instance", ...names.flatMap((name) => known.get(name) ?? [])])
    const grouped = [...expr.matchAll(/by \(([^)]+)\)/gu)].flatMap(([, list = ""]) => list.split(", "))
    const selected = [...expr.matchAll(/(\w+)(?:=~|!=|=)"/gu)].map(([, label]) => label)
    for (const label of [...grouped, ...selected]) expect([...has]).toContain(label)
  })
})

describe("alerts", () => {
  it("are the rules of the file", () => {
    expect(alerts).toHaveLength(yaml.match(/^ +expr:/gmu)?.length ?? 0)
    expect(new Set(alerts.map(({ name }) => name)).size).toBe(13)
  })

  it.each(alerts)("$name says what it means and what to do first, and names a section of the runbook", (alert) => {
    expect([alert.summary.length > 10, alert.description.length > 10]).toEqual([true, true])
    const [page = "", anchor] = alert.runbook.split("#")
    const sections = [...read(`../../../${page}`).matchAll(/^#+ (.+)$/gmu)].map(([, title = ""]) => title.toLowerCase())
    expect(anchor === undefined || sections.includes(anchor.replaceAll("-", " "))).toBe(true)
    for (const [, title = ""] of alert.description.matchAll(/See '(.+?)'/gu))
      expect(sections).toContain(title.toLowerCase())
  })
})
