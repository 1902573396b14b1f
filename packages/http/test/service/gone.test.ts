import { listening } from "@countersign/harness/listening"
import { brittleStore } from "@countersign/harness/stores"
import { callers, makeWorld, requestOf } from "@countersign/harness/world"
import { nodeBridge } from "@countersign/http/node"
import { Effect } from "effect"
import { afterEach, expect, it, onTestFinished, vi } from "vitest"

afterEach(() => void vi.restoreAllMocks())

it("I16: a caller that disconnects ends the call, without an incident", async () => {
  let wasAsked = false
  const { state, store } = brittleStore("load", () => {
    wasAsked = true
    return Effect.never
  })
  const world = makeWorld({ store, logs: "json" })
  const { accountId } = await world.customer(callers.a)
  const reported = vi.spyOn(console, "log").mockImplementation(() => {})
  const leaving = new AbortController()
  const request = requestOf("http://countersign.test", callers.a, "GET", `/auth/sessions?accountId=${accountId}`)
  state.isArmed = true
  const answer = world.countersign.handler(new Request(request, { signal: leaving.signal }))
  await expect.poll(() => wasAsked).toBe(true)
  leaving.abort()
  await answer
  expect(reported.mock.calls.filter(([line]) => /failed/u.test(String(line)))).toEqual([])
  await world.countersign.close(0)
})

it("GO6: a caller that left before the host passed its call on costs the store nothing", async () => {
  let reads = 0
  const away = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))
  const reading = Effect.suspend(() => {
    reads += 1
    return Effect.never
  })
  const { state, store } = brittleStore("find", () => Effect.andThen(away, reading))
  const world = makeWorld({ store, logs: "none" })
  await world.customer(callers.a)
  const bridge = nodeBridge(world.countersign)
  const leaving = new AbortController()
  let passed: Promise<void> | undefined
  // Middleware of the host that is slower than the caller is patient.
  const { close, port } = await listening((incoming, outgoing) => {
    outgoing.once("close", () => {
      passed = bridge(incoming, outgoing)
    })
    leaving.abort()
  })
  onTestFinished(close)
  onTestFinished(() => world.countersign.close(0))
  state.isArmed = true
  const { headers, url } = requestOf(`http://127.0.0.1:${port}`, callers.a, "GET", "/customers")
  await expect(fetch(url, { headers, signal: leaving.signal })).rejects.toThrow("abort")
  await expect.poll(() => passed !== undefined).toBe(true)
  await passed
  await Effect.runPromise(Effect.andThen(away, away))
  expect(reads).toBe(0)
})

it("a call that completes synchronously in the memory store registers no cancellation listener", async () => {
  const world = makeWorld()
  const { accountId } = await world.customer(callers.a)
  const request = requestOf("http://countersign.test", callers.a, "GET", `/auth/sessions?accountId=${accountId}`)
  const { pathname, search } = new URL(request.url)
  const onDisconnect = vi.fn(() => () => {})
  const reply = await world.countersign.serve({
    method: "GET",
    target: pathname + search,
    headers: Object.fromEntries(request.headers),
    body: async () => new Uint8Array(0),
    onDisconnect
  })
  expect([reply.status, onDisconnect.mock.calls.length]).toEqual([200, 0])
  await world.countersign.close(0)
})

it("D16: a host may pass a call whose methods use `this`", async () => {
  let hasBegun = false
  const { state, store } = brittleStore("load", () => {
    hasBegun = true
    return Effect.never
  })
  const world = makeWorld({ store, logs: "none" })
  const { accountId } = await world.customer(callers.a)
  const request = requestOf("http://countersign.test", callers.a, "GET", `/auth/sessions?accountId=${accountId}`)
  const { pathname, search } = new URL(request.url)
  class HostCall {
    readonly method = "GET"
    readonly target = pathname + search
    readonly headers = Object.fromEntries(request.headers)
    readonly listeners: Array<() => void> = []
    body = async () => new Uint8Array(0)
    onDisconnect(gone: () => void) {
      this.listeners.push(gone)
      return () => void this.listeners.splice(0)
    }
  }
  const call = new HostCall()
  state.isArmed = true
  const answer = world.countersign.serve(call)
  await expect.poll(() => hasBegun).toBe(true)
  for (const gone of call.listeners) gone()
  expect((await answer).status).toBe(503)
  expect(call.listeners).toEqual([])
  await world.countersign.close(0)
})
