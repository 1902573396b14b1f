import { inspect } from "node:util"
import { answerTo, callers, keyPair, makeWorld, pendingLogin, session } from "@countersign/harness/world"
import { written } from "@countersign/harness/written"
import { memoryStore } from "@countersign/memory"
import { context, type Meter, type Tracer, trace } from "@opentelemetry/api"
import type { Logger } from "@opentelemetry/api-logs"
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks"
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from "@opentelemetry/sdk-logs"
import {
  AggregationTemporality,
  DataPointType,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader
} from "@opentelemetry/sdk-metrics"
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest"
import { Store } from "../src/effect.ts"
import type { CountersignOptions, OpenTelemetry, OtelLogger, OtelMeter, OtelTracer } from "../src/index.ts"
import { createCountersign } from "../src/index.ts"

/** The SDK of OpenTelemetry, with exporters in memory. */
const sdk = () => {
  const [spans, metrics, logs] = [
    new InMemorySpanExporter(),
    new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE),
    new InMemoryLogRecordExporter()
  ]
  const reader = new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 3_600_000 })
  const meters = new MeterProvider({ readers: [reader] })
  const telemetry: OpenTelemetry = {
    tracer: new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }).getTracer("countersign"),
    meter: meters.getMeter("countersign"),
    logger: new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter: logs })] }).getLogger(
      "countersign"
    )
  }
  return {
    telemetry,
    spans: () => spans.getFinishedSpans(),
    named: (name: string) => spans.getFinishedSpans().filter((span) => span.name === name),
    logs: () => logs.getFinishedLogRecords(),
    points: async (name: string) => {
      await reader.forceFlush()
      const all =
        metrics
          .getMetrics()
          .at(-1)
          ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? []
      return all.filter(({ descriptor }) => descriptor.name === name)
    }
  }
}

/** A store whose reads fail while `isDown`, in a span of their own, each with a secret in its error. */
const fragile = (secret: string) => {
  const state = { isDown: false }
  const store = Layer.effect(
    Store,
    Effect.map(Store, (inner) =>
      Store.of({
        ...inner,
        load: (refs) =>
          state.isDown ? Effect.withSpan(Effect.die(new TypeError(`lost ${secret}`)), "host load") : inner.load(refs)
      })
    )
  ).pipe(Layer.provide(memoryStore))
  return { state, store }
}

const VERIFY = "POST /auth/credentials/:id/verify"

it("the types are those of @opentelemetry/api and @opentelemetry/api-logs", () => {
  expectTypeOf<Tracer>().toExtend<OtelTracer>()
  expectTypeOf<Meter>().toExtend<OtelMeter>()
  expectTypeOf<Logger>().toExtend<OtelLogger>()
})

describe("with the SDK of OpenTelemetry", () => {
  beforeAll(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()))
  afterAll(() => context.disable())

  it("a sign-in has one server span per call, named by its route, and metrics of calls, store and queues", async () => {
    const { named, points, spans, telemetry } = sdk()
    const world = makeWorld({ telemetry, logs: "none" })
    const { credentialId } = await world.customer(callers.a)
    await session(world, callers.a, credentialId)
    await world.countersign.close()

    expect(named(VERIFY).map(({ attributes }) => attributes["http.response.status_code"])).toEqual([202, 200])
    for (const { attributes, kind, name, status } of spans()) {
      expect({ kind, status }).toEqual({ kind: 1, status: { code: 0 } })
      expect(name).toBe(`${attributes["http.request.method"]} ${attributes["http.route"]}`)
    }
    const [requests] = await points("countersign_requests")
    if (requests?.dataPointType !== DataPointType.SUM) throw new Error("no requests")
    const verified = requests.dataPoints.filter(({ attributes }) => attributes.route === "/auth/credentials/:id/verify")
    expect(verified.map(({ attributes, value }) => [attributes.status, value])).toEqual([
      ["202", 1],
      ["200", 1]
    ])
    for (const name of ["countersign_request_duration_ms", "countersign_store_duration_ms"]) {
      const [durations] = await points(name)
      if (durations?.dataPointType !== DataPointType.HISTOGRAM) throw new Error(`no ${name}`)
      expect(durations.dataPoints[0]?.value.buckets.boundaries).toContain(50)
      expect(durations.dataPoints.every(({ value }) => (value.sum ?? -1) >= 0)).toBe(true)
    }
    const [store] = await points("countersign_store_duration_ms")
    const operations = new Set(store?.dataPoints.map(({ attributes }) => attributes.operation))
    expect(operations).toEqual(new Set(["load", "find", "commit", "claimDue", "sweep"]))
  })

  it("the lag of a queue counts first attempts and retries apart", async () => {
    const { points, telemetry } = sdk()
    let [isDown, refused] = [true, 0]
    const sendCode = async () => {
      if (!isDown) return
      refused += 1
      throw new Error("the mail server is down")
    }
    const world = makeWorld({ telemetry, logs: "none", clock: "real", mailer: { sendCode } })
    const { credentialId } = await world.customer(callers.live)
    await world.call(callers.live, "POST", `/auth/credentials/${credentialId}/challenge`)
    const attempts = async () => {
      const [lags] = await points("countersign_queue_lag_ms")
      const mails = lags?.dataPoints.filter(({ attributes }) => attributes.queue === "code_mails") ?? []
      return mails.map(({ attributes }) => attributes.attempt)
    }
    await expect.poll(attempts).toEqual(["first"])
    // The lag of an attempt is recorded before it.
    await expect.poll(() => refused).toBeGreaterThan(0)
    isDown = false
    await expect.poll(attempts).toEqual(["first", "retry"])
    await world.countersign.close()
  })

  it("GO10: calls are counted by platform, token, code and check, and logged with them unless they are anonymous", async () => {
    const { logs, points, telemetry } = sdk()
    const world = makeWorld({ telemetry, logs: "none" })
    const { credentialId } = await world.customer(callers.b)
    const { body } = await answerTo(world, callers.b, credentialId, "111111", keyPair())
    const path = `/auth/credentials/${credentialId}/verify`
    expect((await world.call(callers.b, "POST", path, { body })).status).toBe(401)
    const again = { body: { customerType: "ROBOT" }, headers: { "idempotency-key": "once" } }
    for (const _ of [1, 2]) expect((await world.call(callers.a, "POST", "/customers", again)).status).toBe(400)
    expect((await world.call({ token: "mallory", secret: "x" }, "GET", "/customers")).status).toBe(401)
    await session(world, callers.a, (await world.customer(callers.a)).credentialId)
    await world.countersign.close()
    const [calls] = await points("countersign_calls")
    const refused = calls?.dataPoints.filter(({ attributes }) => attributes.code !== "none") ?? []
    const own = { mode: "sandbox", platform: "alpha", token: "a", code: "INVALID_INPUT" }
    expect(refused.map(({ attributes, value }) => [attributes, value])).toEqual([
      [{ mode: "sandbox", platform: "beta", token: "b", code: "UNAUTHORIZED", check: "OTP_WRONG" }, 1],
      [{ ...own, check: "InputInvalid" }, 1],
      [{ ...own, code: "REPLAYED", check: "REPLAYED" }, 1],
      [{ mode: "none", platform: "none", token: "none", code: "UNAUTHORIZED", check: "API_TOKEN" }, 1]
    ])
    const lines = logs().filter(({ body }) => body === "a call was refused" || body === "a sign-in succeeded")
    const shown = lines.map(({ attributes: { check, code, environment, route, status, token } }) =>
      [status, code, check, environment, token, route].join(" ")
    )
    expect(shown).toEqual([
      "401 UNAUTHORIZED OTP_WRONG sandbox/beta b /auth/credentials/:id/verify",
      "400 INVALID_INPUT InputInvalid sandbox/alpha a /customers",
      "400 REPLAYED REPLAYED sandbox/alpha a /customers",
      "200   sandbox/alpha a /auth/credentials/:id/verify"
    ])
    expect(lines.every(({ attributes }) => typeof attributes.requestId === "string")).toBe(true)
    expect(inspect([calls, logs()], { depth: 9 })).not.toContain("mallory")
    const [progress] = await points("countersign_calls_in_progress")
    expect(progress?.dataPoints.map(({ value }) => value)).toEqual([0])
  })

  it("two instances count apart", async () => {
    const [one, other] = [sdk(), sdk()]
    const worlds = [one, other].map(({ telemetry }) => makeWorld({ telemetry, logs: "none" }))
    await worlds[0]?.call(callers.a, "GET", "/customers")
    for (const world of worlds) await world.countersign.close()
    expect((await one.points("countersign_requests"))[0]?.dataPoints).toHaveLength(1)
    expect(await other.points("countersign_requests")).toEqual([])
  })

  it("I8 D13: a failing call has its status, its error by name and its log lines, and no secret", async () => {
    const secret = "canary-4711"
    const { logs, named, points, spans, telemetry } = sdk()
    const { state, store } = fragile(secret)
    const world = makeWorld({ telemetry, store, logs: "none" })
    const { credentialId } = await world.customer(callers.a)
    const { body, path } = await pendingLogin(world, callers.a, credentialId)
    state.isDown = true
    expect((await world.call(callers.a, "POST", path, { body })).status).toBe(500)
    expect((await world.call({ ...callers.a, secret: "wrong-secret" }, "GET", "/customers")).status).toBe(401)
    await world.countersign.close()

    const failed = named(VERIFY).at(-1)
    expect(failed?.status).toEqual({ code: 2 })
    expect(failed?.attributes).toMatchObject({ "http.response.status_code": 500, "error.type": "500" })
    expect(named("GET /customers")[0]).toMatchObject({
      attributes: { "http.response.status_code": 401 },
      status: { code: 0 }
    })
    const line = logs().find((record) => record.body === "request failed")
    expect(line).toMatchObject({ severityNumber: 17, severityText: "ERROR" })
    expect(line?.attributes).toMatchObject({ incident: expect.any(String), requestId: expect.any(String) })
    expect(line?.spanContext).toMatchObject({
      traceId: failed?.spanContext().traceId,
      spanId: failed?.spanContext().spanId
    })
    const metrics = await points("countersign_requests")
    const exported = inspect([spans(), metrics], { depth: 12, maxStringLength: null })
    for (const canary of [secret, "wrong-secret", callers.a.secret, body.encryptedOtpBundle]) {
      expect(exported).not.toContain(canary)
    }
  })

  it("a call continues the caller's trace, below an active span of the host where there is one", async () => {
    const { named, telemetry } = sdk()
    const host = new BasicTracerProvider().getTracer("host")
    const countersign = createCountersign({ telemetry, logs: "none" })
    const [traceId, spanId] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"]
    const headers = { traceparent: `00-${traceId}-${spanId}-01` }
    const call = (given: HeadersInit) =>
      countersign.handler(new Request("http://countersign.test/2025-10-13/customers", { headers: given }))
    await call(headers)
    const parent = host.startSpan("host")
    await context.with(trace.setSpan(context.active(), parent), () => call(headers))
    await context.with(trace.setSpan(context.active(), parent), () => call({}))
    await call({})
    await countersign.close()
    const own = parent.spanContext()
    expect(named("GET /customers").map((span) => span.parentSpanContext?.spanId)).toEqual([
      spanId,
      own.spanId,
      own.spanId,
      undefined
    ])
    expect(named("GET /customers")[0]?.spanContext().traceId).toBe(traceId)
  })
})

it("a tracer, meter and logger that throw fail no call, and are logged", async () => {
  const broken = (): never => {
    throw new RangeError("canary of the host")
  }
  const { telemetry } = sdk()
  const span = { spanContext: () => ({ traceId: "a", spanId: "b", traceFlags: 1 }) }
  const throwing = { setAttribute: broken, addEvent: broken, recordException: broken, setStatus: broken, end: broken }
  const tracers: ReadonlyArray<OtelTracer> = [
    { startSpan: broken },
    { startSpan: () => ({ ...span, ...throwing }) },
    { startSpan: () => ({ ...throwing, spanContext: broken }) }
  ]
  const meters: ReadonlyArray<OtelMeter> = [
    { createCounter: broken, createHistogram: broken },
    { createCounter: () => ({ add: broken }), createHistogram: () => ({ record: broken }) }
  ]
  const hostile: ReadonlyArray<OpenTelemetry> = [
    ...tracers.map((tracer) => ({ ...telemetry, tracer })),
    ...meters.map((meter) => ({ ...telemetry, meter })),
    { logger: { emit: broken } }
  ]
  for (const telemetry of hostile) {
    const output = await written(async () => {
      const { state, store } = fragile("secret")
      const world = makeWorld({ telemetry, store, logs: "json" })
      const { credentialId } = await world.customer(callers.a)
      await session(world, callers.a, credentialId)
      state.isDown = true
      const path = `/auth/credentials/${credentialId}/challenge`
      expect((await world.call(callers.a, "POST", path)).status).toBe(500)
      await world.countersign.close()
    })
    expect(output.split("an OpenTelemetry object failed")).toHaveLength(2)
    expect(output).toContain("RangeError")
    expect(output).not.toContain("canary of the host")
  }
})

it("rejects a telemetry option with other fields or without their methods", () => {
  const wrong = [{ tracers: {} }, { tracer: {} }, { meter: 1 }, { logger: { log: () => {} } }, "otlp", null]
  for (const telemetry of wrong) {
    const options = { telemetry } as unknown as CountersignOptions
    expect(() => createCountersign(options)).toThrow("telemetry must have no fields but the tracer, meter and logger")
  }
})
