import type { RequestListener } from "node:http"
import { gzipSync } from "node:zlib"
import { claims, ec, issuerAt, reader, rsa, server, token } from "@countersign/harness/issuer"
import { encodeBase64Url } from "@countersign/wire"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"

const first = ec("k1")
const second = ec("k2")
const known = token(first, claims)
const rotated = token(second, claims)
const ada = { subject: "ada" }
const withKid = (kid: string) => token(first, claims, { kid })

/** A verifier for one issuer that publishes the first key. Timeouts use real time and are short. */
const given = Effect.fnUntraced(function* (timeout = 60_000) {
  const keys = yield* server(first.jwk)
  return { keys, identify: yield* reader({ issuers: [issuerAt(keys.url)], timeout }) }
})

const say =
  (body: string | Uint8Array, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body)
const set = (...keys: ReadonlyArray<unknown>) => JSON.stringify({ keys })
const good = set(first.jwk)

const endless: RequestListener = (_, response) => {
  const more = () => {
    while (!response.destroyed && response.write(" ".repeat(16_384))) {}
  }
  response.on("drain", more)
  more()
}
const stalled: RequestListener = (_, response) => void response.write('{"keys":[')

const faults: ReadonlyArray<readonly [what: string, answer: RequestListener]> = [
  ["never answers", () => undefined],
  ["stops in the middle", stalled],
  ["hangs up", (request) => request.socket.destroy()],
  [
    "closes the connection in the middle",
    (request, response) => response.write('{"keys":[', () => request.socket.destroy())
  ],
  ["answers 500", say(good, 500)],
  ["answers 404", say(good, 404)],
  ["answers 204", say("", 204)],
  ["answers 203, which may be a modified copy", say(good, 203)],
  ["sends more than the limit", say(good.padEnd(65_537))],
  ["never ends", endless],
  [
    "sends a small body that decompresses to a large one",
    say(gzipSync(good.padEnd(1_000_000)), 200, { "content-encoding": "gzip" })
  ],
  ["sends nothing", say("")],
  ["sends an HTML page", say("<html></html>")],
  ["sends an array", say(JSON.stringify([first.jwk]))],
  ["sends a single key instead of a set", say(JSON.stringify(first.jwk))],
  ["sends null", say("null")],
  ["sends keys that are not a list", say(JSON.stringify({ keys: { k1: first.jwk } }))],
  ["sends keys that are not objects", say(JSON.stringify({ keys: ["k1"] }))],
  ["sends keys twice", say(`{"keys":[],${good.slice(1)}`)],
  ["sends a byte order mark", say(`\uFEFF${good}`)],
  ["sends invalid UTF-8", say(Uint8Array.of(0x7b, 0xff, 0x7d))],
  ["sends 101 keys", say(set(...Array.from({ length: 101 }, (_, at) => ({ ...first.jwk, kid: `${at}` }))))],
  ["sends deeply nested keys", say(`${"[".repeat(20_000)}${"]".repeat(20_000)}`)]
]

describe("J5: an issuer that", () => {
  for (const [what, answer] of faults) {
    it.effect(`${what} is unavailable and soon retried, and its last keys remain in use`, () =>
      Effect.gen(function* () {
        const { identify, keys } = yield* given(1000)
        keys.answer = answer
        expect([yield* identify(known), keys.hits]).toEqual(["unavailable", 1])
        expect([yield* identify(known), keys.hits]).toEqual(["unavailable", 1])

        keys.answer = undefined
        yield* TestClock.adjust(1_000)
        expect(yield* identify(known)).toMatchObject(ada)

        keys.answer = answer
        yield* TestClock.adjust(30_000)
        expect([yield* identify(rotated), keys.hits]).toEqual(["unavailable", 3])
        expect([yield* identify(rotated), keys.hits]).toEqual(["unavailable", 3])
        expect(yield* identify(known)).toMatchObject(ada)
        yield* TestClock.adjust(600_000)
        expect(yield* identify(known)).toMatchObject(ada)
        expect(yield* identify(known)).toMatchObject(ada)
        expect(keys.hits).toBe(4)

        keys.answer = undefined
        keys.keys = [second.jwk]
        yield* TestClock.adjust(29_999)
        expect(yield* identify(rotated)).toBe("unavailable")
        yield* TestClock.adjust(1)
        expect(yield* identify(rotated)).toMatchObject(ada)
        expect([yield* identify(known), keys.hits]).toEqual(["key", 5])
      })
    )
  }

  it.effect("redirects is unavailable, and the target of the redirect is not requested", () =>
    Effect.gen(function* () {
      const { identify, keys } = yield* given()
      const elsewhere = yield* server(first.jwk)
      for (const status of [301, 302, 303, 307, 308]) {
        keys.answer = say("", status, { location: elsewhere.url })
        expect(yield* identify(known), `${status}`).toBe("unavailable")
        yield* TestClock.adjust(1_000)
      }
      expect([keys.hits, elsewhere.connections]).toEqual([5, 0])
    })
  )

  it.effect("does not resolve is unavailable", () =>
    Effect.gen(function* () {
      const { identify, keys } = yield* given()
      yield* Effect.promise(keys.close)
      expect(yield* identify(known)).toBe("unavailable")
    })
  )

  it.effect("is slow is abandoned after the timeout, also with a fetch that ignores its signal", () =>
    Effect.gen(function* () {
      const fetch = () => new Promise<never>(() => undefined)
      const identify = yield* reader({ issuers: [issuerAt("http://127.0.0.1:1")], timeout: 50, fetch })
      expect(yield* identify(known)).toBe("unavailable")
    })
  )

  it.effect("fails slowly receives one request from all waiting callers", () =>
    Effect.gen(function* () {
      const { identify, keys } = yield* given()
      const requested = new Promise<() => void>((resolve) => {
        keys.answer = (request) => resolve(() => request.socket.destroy())
      })
      const waiting = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 100 }, () => identify(known)),
          { concurrency: "unbounded" }
        )
      )
      const hangUp = yield* Effect.promise(() => requested)
      hangUp()
      expect([new Set(yield* Fiber.join(waiting)), keys.hits]).toEqual([new Set(["unavailable"]), 1])
    })
  )

  it.effect(
    "fails slowly is not requested again by the callers that waited, although the retry time began long ago",
    () =>
      Effect.gen(function* () {
        const { identify, keys } = yield* given()
        const requested = new Promise<() => void>((resolve) => {
          keys.answer = (request) => resolve(() => request.socket.destroy())
        })
        const waiting = yield* Effect.forkChild(
          Effect.all([identify(known), identify(known), identify(rotated)], { concurrency: "unbounded" })
        )
        const hangUp = yield* Effect.promise(() => requested)
        yield* TestClock.adjust(5_000)
        hangUp()
        expect(yield* Fiber.join(waiting)).toEqual(["unavailable", "unavailable", "unavailable"])
        expect(keys.hits).toBe(1)
      })
  )

  it.effect("is abandoned has its connection closed", () =>
    Effect.gen(function* () {
      const { keys } = yield* given()
      let isRequested = false
      const closed = new Promise<void>((resolve) => {
        keys.answer = (request) => {
          isRequested = true
          request.socket.once("close", () => resolve())
        }
      })
      // On a busy machine the time may be over before the request is sent.
      for (let timeout = 50; !isRequested; timeout *= 2) {
        const identify = yield* reader({ issuers: [issuerAt(keys.url)], timeout })
        expect(yield* identify(known)).toBe("unavailable")
      }
      yield* Effect.promise(() => closed)
    })
  )

  it.effect("sends up to the limit, in many chunks, is read completely", () =>
    Effect.gen(function* () {
      const { identify, keys } = yield* given()
      const text = good.padEnd(65_536)
      keys.answer = (_, response) => {
        for (let at = 0; at < text.length; at += 4_096) response.write(text.slice(at, at + 4_096))
        response.end()
      }
      expect(yield* identify(known)).toMatchObject(ada)
    })
  )
})

describe("J5: fetching", () => {
  it.effect("happens once for 100 concurrent tokens", () =>
    Effect.gen(function* () {
      const { identify, keys } = yield* given()
      const answers = yield* Effect.all(
        Array.from({ length: 100 }, () => identify(known)),
        { concurrency: "unbounded" }
      )
      expect(answers.every((answer) => typeof answer === "object")).toBe(true)
      expect([keys.hits, keys.connections]).toEqual([1, 1])
    })
  )

  it.effect("happens at most once for 1,000 tokens with random kids, cold and warm", () =>
    Effect.gen(function* () {
      const { identify, keys } = yield* given()
      const flood = Effect.map(
        Effect.all(
          Array.from({ length: 1_000 }, (_, at) => identify(withKid(`k${at * 7919 + 11}`))),
          { concurrency: 50 }
        ),
        (answers) => [...new Set(answers)]
      )
      expect([yield* flood, keys.hits]).toEqual([["key"], 1])
      yield* TestClock.adjust(29_999)
      expect([yield* flood, keys.hits]).toEqual([["key"], 1])
      yield* TestClock.adjust(1)
      expect([yield* flood, keys.hits]).toEqual([["key"], 2])
      expect(yield* identify(known)).toMatchObject(ada)
    })
  )

  it.effect("picks up a rotation within the cooldown", () =>
    Effect.gen(function* () {
      const { identify, keys } = yield* given()
      expect(yield* identify(known)).toMatchObject(ada)
      keys.keys = [first.jwk, second.jwk]
      yield* TestClock.adjust(29_999)
      expect([yield* identify(rotated), keys.hits]).toEqual(["key", 1])
      yield* TestClock.adjust(1)
      expect(yield* identify(rotated)).toMatchObject(ada)
      expect(yield* identify(known)).toMatchObject(ada)
      expect(keys.hits).toBe(2)
    })
  )

  it.effect("removes a withdrawn key once the set is old", () =>
    Effect.gen(function* () {
      const { identify, keys } = yield* given()
      expect(yield* identify(known)).toMatchObject(ada)
      keys.keys = [second.jwk]
      yield* TestClock.adjust(599_999)
      expect([(yield* identify(known)) !== "key", keys.hits]).toEqual([true, 1])
      yield* TestClock.adjust(1)
      expect([yield* identify(known), keys.hits]).toEqual(["key", 2])
    })
  )

  it.effect("continues when the clock is set back", () =>
    Effect.gen(function* () {
      const { identify, keys } = yield* given()
      yield* TestClock.setTime(1_000_000)
      expect(yield* identify(known)).toMatchObject(ada)
      keys.keys = [second.jwk]
      yield* TestClock.setTime(0)
      expect(yield* identify(rotated)).toMatchObject(ada)
    })
  )

  it.effect("finishes for the waiting callers when the caller that started it is interrupted", () =>
    Effect.gen(function* () {
      const { identify, keys } = yield* given()
      let release = () => {}
      const requested = new Promise<void>((resolve) => {
        keys.answer = (_, response) => {
          release = () => void response.end(good)
          resolve()
        }
      })
      const removed = yield* Effect.forkChild(identify(known))
      yield* Effect.promise(() => requested)
      const waiting = yield* Effect.forkChild(identify(known), { startImmediately: true })
      // The interrupted caller ends with the response, which it does not wait for.
      const interrupted = yield* Effect.forkChild(Fiber.interrupt(removed), { startImmediately: true })
      release()
      yield* Fiber.join(interrupted)
      expect(yield* Fiber.join(waiting)).toMatchObject(ada)
      expect(keys.hits).toBe(1)
    })
  )

  it.effect("uses the configured limits", () =>
    Effect.gen(function* () {
      const keys = yield* server(first.jwk)
      const issuers = [issuerAt(keys.url)]
      const quick = yield* reader({ issuers, cooldown: 10, maxAge: 100 })
      expect([yield* quick(rotated), yield* quick(rotated), keys.hits]).toEqual(["key", "key", 1])
      yield* TestClock.adjust(10)
      expect([yield* quick(rotated), keys.hits]).toEqual(["key", 2])
      const small = yield* reader({ issuers, maxBytes: good.length - 1 })
      expect(yield* small(known)).toBe("unavailable")
      const exact = yield* reader({ issuers, maxBytes: good.length, maxKeys: 1 })
      expect(yield* exact(known)).toMatchObject(ada)
      keys.keys = [first.jwk, second.jwk]
      expect(yield* (yield* reader({ issuers, maxKeys: 1 }))(known)).toBe("unavailable")
    })
  )

  it.effect("sends no credentials, and requests only the configured address", () =>
    Effect.gen(function* () {
      const { identify, keys } = yield* given()
      const requested: Array<unknown> = []
      keys.answer = (request, response) => {
        const { authorization, cookie, referer } = request.headers
        requested.push([request.method, request.url, authorization, cookie, referer])
        response.end(good)
      }
      expect(yield* identify(known)).toMatchObject(ada)
      expect(requested).toEqual([["GET", "/keys", undefined, undefined, undefined]])
    })
  )
})

describe("J5: a published key", () => {
  const weak = rsa("weak", "RS256", 1024)
  const light = rsa("light", "RS256", 2048, 3)
  const odd = rsa("odd", "RS256", 2048, 257)
  const fit = rsa("fit")
  const without = (jwk: object, name: string) => Object.fromEntries(Object.entries(jwk).filter(([key]) => key !== name))
  const k = encodeBase64Url(new Uint8Array(32).fill(9))

  for (const [what, by, ...published] of [
    ["of 1,024 bits", weak, weak.jwk],
    ["whose exponent is 3", light, light.jwk],
    ["whose exponent is 257", odd, odd.jwk],
    ["whose exponent is 3, written long", light, { ...light.jwk, e: "AAAAAAAD" }],
    ["with its private half", first, { ...first.privateKey.export({ format: "jwk" }), kid: "k1", alg: "ES256" }],
    ["for encryption", first, { ...first.jwk, use: "enc" }],
    ["with a use that is not a text", first, { ...first.jwk, use: 1 }],
    ["for another operation", first, { ...first.jwk, key_ops: ["encrypt"] }],
    ["for another algorithm", first, { ...first.jwk, alg: "ES384" }],
    ["for a symmetric algorithm", fit, { ...fit.jwk, alg: "HS256" }],
    ["with an algorithm that is not a text", first, { ...first.jwk, alg: ["ES256"] }],
    ["that names another curve", first, { ...first.jwk, crv: "P-384" }],
    ["that names another type", first, { ...first.jwk, kty: "OKP" }],
    ["that is symmetric", first, { kty: "oct", kid: "k1", alg: "ES256", use: "sig", k }],
    ["that is not on its curve", first, { ...first.jwk, y: first.jwk.x }],
    ["without a coordinate", first, without(first.jwk, "y")],
    ["whose kid is not a text", first, { ...first.jwk, kid: ["k1"] }]
  ] as const) {
    it.effect(`${what} is not used, and the others are`, () =>
      Effect.gen(function* () {
        const keys = yield* server(...published, fit.kid === by.kid ? second.jwk : fit.jwk)
        const identify = yield* reader({ issuers: [issuerAt(keys.url)] })
        expect(yield* identify(token(by, claims))).toBe("key")
        expect(yield* identify(token(fit.kid === by.kid ? second : fit, claims))).toMatchObject(ada)
        expect(keys.hits).toBe(1)
      })
    )
  }

  for (const [what, ...published] of [
    ["whose use is null", { ...first.jwk, use: null }],
    ["without a kid", without(first.jwk, "kid")],
    ["whose kid another key has too", second.jwk, first.jwk, { ...second.jwk, kid: "k1" }],
    ["whose kid a symmetric key has too", first.jwk, { kty: "oct", kid: "k1", alg: "HS256", k }]
  ] as const) {
    it.effect(`GD8: ${what} is used`, () =>
      Effect.gen(function* () {
        const keys = yield* server(...published, fit.jwk)
        const identify = yield* reader({ issuers: [issuerAt(keys.url)] })
        expect(yield* identify(known)).toMatchObject(ada)
        expect(yield* identify(token(ec("k1"), claims))).toBe("signature")
      })
    )
  }

  it.effect("is used without a use and an algorithm of its own, and with unknown members", () =>
    Effect.gen(function* () {
      const bare = without(without(fit.jwk, "use"), "alg")
      const keys = yield* server(bare, { ...first.jwk, key_ops: ["verify"], x5t: "x", jku: "http://127.0.0.1:1" })
      const identify = yield* reader({ issuers: [issuerAt(keys.url)] })
      expect(yield* identify(token(fit, claims))).toMatchObject(ada)
      expect(yield* identify(known)).toMatchObject(ada)
    })
  )

  it.effect("may be the only one, or missing", () =>
    Effect.gen(function* () {
      const keys = yield* server()
      const identify = yield* reader({ issuers: [issuerAt(keys.url)] })
      expect(yield* identify(known)).toBe("key")
    })
  )
})
