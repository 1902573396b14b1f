import { callers, makeWorld, requestOf } from "@countersign/harness/world"
import { Effect } from "effect"
import { afterEach, expect, it, vi } from "vitest"
import { brittleStore } from "./brittleStore.ts"

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
  await vi.waitUntil(() => wasAsked)
  leaving.abort()
  await answer
  expect(reported.mock.calls.filter(([line]) => /failed/u.test(String(line)))).toEqual([])
  await world.countersign.close(0)
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
