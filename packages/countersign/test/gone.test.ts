import { makeMemoryStore } from "@countersign/memory"
import { Effect, Layer } from "effect"
import { afterEach, expect, it, vi } from "vitest"
import { Store } from "../src/effect.ts"
import { callers, makeWorld, requestOf } from "./world.ts"

afterEach(() => void vi.restoreAllMocks())

/** A store that never answers a read of sessions, and tells when it was asked for one. */
const stuck = () => {
  const asked = withResolvers()
  const store = Layer.effect(
    Store,
    Effect.map(makeMemoryStore, (inner) =>
      Store.of({
        ...inner,
        load: (refs) => {
          if (!refs.some(({ collection }) => collection.name === "sessions")) return inner.load(refs)
          asked.resolve()
          return Effect.never
        }
      })
    )
  )
  return { store, asked: asked.promise }
}

const withResolvers = () => {
  let resolve = (): void => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

it("I16: a caller who leaves ends the call, and is no incident to look into", async () => {
  const { asked, store } = stuck()
  const world = makeWorld({ store, logs: "json" })
  const { accountId } = await world.customer(callers.a)
  const told = vi.spyOn(console, "log").mockImplementation(() => {})
  const leaving = new AbortController()
  const request = requestOf("http://countersign.test", callers.a, "GET", `/auth/sessions?accountId=${accountId}`)
  const answer = world.countersign.handler(new Request(request, { signal: leaving.signal }))
  await asked
  leaving.abort()
  await answer
  expect(told.mock.calls.filter(([line]) => /failed/u.test(String(line)))).toEqual([])
  await world.countersign.close(0)
})
