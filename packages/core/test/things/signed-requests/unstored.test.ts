import { addPasskey, clientKey } from "@countersign/harness/fixtures"
import {
  type Answer,
  callers,
  keys as hostKeys,
  type Keys,
  keyPair,
  type LocalWorld,
  makeWorld,
  retryHeaders,
  session
} from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { makeId, sha256Hex } from "@countersign/wire"
import { type Change, Store } from "countersign/effect"
import { Effect, Layer, Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it, onTestFinished } from "vitest"
import type { RequestId } from "../../../src/index.ts"
import { admitUnstored, type Bound, boundId, issuedAt } from "../../../src/things/signed-requests/rules/unstored.ts"
import { idOf } from "../../given.ts"

const LIFETIME = 300_000
const [KEY, OLD] = ["key of today", "key before it"]
const call = { operation: "RenameCredential", method: "PATCH", path: "/auth/credentials/x", bodyDigest: "d" }
const bound: Bound = { lifetime: LIFETIME, call, account: "InternalAccount:x", intent: { nickname: "Work phone" } }
const drawn = idOf("Request", 1_800_000_000_000)
const issued = boundId(drawn, KEY, bound)

const verdictOn = (id: RequestId, more: Partial<Bound> = {}, keys = [KEY], at = issuedAt(id)) =>
  Result.match(admitUnstored(id, keys, { ...bound, ...more }, at), {
    onFailure: ({ _tag }) => _tag,
    onSuccess: (isIntent) => (isIntent ? "admitted" : "another intent")
  })

/** The id with one of the 128 bits of its UUID flipped. */
const flipped = (id: RequestId, bit: number): RequestId => {
  const digits = [...id.matchAll(/[0-9a-f](?=[^:]*$)/gu)].map(({ index }) => index)
  const place = digits[bit >> 2] ?? expect.unreachable()
  const digit = Number.parseInt(id.charAt(place), 16) ^ (1 << (bit & 3))
  return `${id.slice(0, place)}${digit.toString(16)}${id.slice(place + 1)}` as RequestId
}

describe("the id of a request that is not stored", () => {
  it("is a UUID of version 7 with the time and the 14 random bits of the id that was drawn", () => {
    expect(issued).toMatch(/^Request:[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u)
    expect([issued.slice(0, 28), issuedAt(issued)]).toEqual([drawn.slice(0, 28), 1_800_000_000_000])
  })

  it("differs for equal calls of one millisecond, by its random bits", () => {
    const other = boundId(makeId("Request", { timestampMs: 1_800_000_000_000, random: new Uint8Array(10) }), KEY, bound)
    expect([issuedAt(other), other === issued, verdictOn(other)]).toEqual([issuedAt(issued), false, "admitted"])
  })

  it("I2: is admitted for its own call and intent only, whatever they contain", () => {
    const bounds = fc.record({
      lifetime: fc.constant(LIFETIME),
      call: fc.record({
        operation: fc.string(),
        method: fc.string(),
        path: fc.string({ unit: "binary" }),
        bodyDigest: fc.string()
      }),
      account: fc.string(),
      intent: fc.json()
    })
    fc.assert(
      fc.property(bounds, bounds, (one, other) => {
        const id = boundId(drawn, KEY, one)
        expect(verdictOn(id, one)).toBe("admitted")
        expect(verdictOn(id, other) === "admitted").toBe(JSON.stringify(one) === JSON.stringify(other))
      })
    )
  })

  it.each<readonly [string, string, Partial<Bound>]>([
    ["lifetime that the policy has changed since", "RequestUnknown", { lifetime: LIFETIME + 1 }],
    ["operation", "RequestForAnotherCall", { call: { ...call, operation: "RevokeCredential" } }],
    ["method", "RequestForAnotherCall", { call: { ...call, method: "DELETE" } }],
    ["path", "RequestForAnotherCall", { call: { ...call, path: "/auth/credentials/y" } }],
    ["body", "RequestBodyDiffers", { call: { ...call, bodyDigest: "e" } }],
    ["account", "RequestBodyDiffers", { account: "InternalAccount:y" }]
  ])("R3 R4: is refused for another %s: %s", (_, refusal, more) => {
    expect(verdictOn(issued, more)).toBe(refusal)
  })

  it("I2: is refused for another intent of the same call", () => {
    expect(verdictOn(issued, { intent: { nickname: "Another" } })).toBe("another intent")
  })

  it("names the refusal by the part of its MAC in which a bit is flipped, and is never admitted (I1)", () => {
    const verdicts = Array.from({ length: 128 }, (_, bit) => verdictOn(flipped(issued, bit)))
    const parts: ReadonlyArray<readonly [string, number]> = [
      // Time, version, random bits and the first part of the MAC.
      ["RequestUnknown", 68 + 16],
      ["RequestForAnotherCall", 16],
      ["RequestBodyDiffers", 12],
      ["another intent", 16]
    ]
    expect(verdicts).toEqual(parts.flatMap(([verdict, bits]) => Array.from({ length: bits }, () => verdict)))
  })

  it("R11 R15 I9: is unknown under the key of another environment or installation, and without a key", () => {
    expect([verdictOn(issued, {}, ["another key"]), verdictOn(issued, {}, [])]).toEqual([
      "RequestUnknown",
      "RequestUnknown"
    ])
  })

  it("is admitted under each key of a rotation, and unknown once its key is removed", () => {
    const before = boundId(drawn, OLD, bound)
    expect([verdictOn(before, {}, [KEY, OLD]), verdictOn(issued, {}, [KEY, OLD]), verdictOn(before)]).toEqual([
      "admitted",
      "admitted",
      "RequestUnknown"
    ])
  })

  it("I10 R7: expires exclusively, at the very millisecond, and after its target was compared", () => {
    const end = issuedAt(issued) + LIFETIME
    expect([end - 1, end, end + 1].map((at) => verdictOn(issued, {}, [KEY], at))).toEqual([
      "admitted",
      "RequestExpired",
      "RequestExpired"
    ])
    expect(verdictOn(issued, { call: { ...call, path: "/" } }, [KEY], end)).toBe("RequestForAnotherCall")
  })

  it("is admitted before its time: the clock of the node that issued it was ahead", () => {
    expect(verdictOn(issued, {}, [KEY], issuedAt(issued) - 60_000)).toBe("admitted")
  })
})

// --- On nodes that share a store ---

interface Call {
  readonly name: string
  readonly send: (
    on: LocalWorld,
    headers?: Record<string, string>,
    spelling?: (body: object) => string
  ) => Promise<Answer>
  readonly keys: Keys
}

/** Nodes on one store, which records what they commit beside the levels of rate limits. */
const shared = () => {
  const inner = Effect.runSync(makeMemoryStore)
  const commits: Array<ReadonlyArray<Change>> = []
  const store = Store.of({
    ...inner,
    commit: (changes, guards) =>
      Effect.tap(inner.commit(changes, guards), () =>
        Effect.sync(() => {
          if (!changes.every(({ collection }) => BESIDE.includes(collection.name))) commits.push(changes)
        })
      )
  })
  const node = ({ policy, ...options }: Parameters<typeof makeWorld>[0] = {}) => {
    const given = { logs: "none", store: Layer.succeed(Store, store), ...options } as const
    const world = makeWorld({ ...given, policy: { firstLegs: "unstored", ...policy } })
    onTestFinished(() => world.countersign.close())
    return world
  }
  /** The writes to a collection since the last call: the operation, and the state of the record. */
  const written = (name: string) =>
    commits
      .splice(0)
      .flat()
      .flatMap((change) =>
        change.collection.name === name && change.op !== "remove"
          ? [`${change.op} ${Object(change.body)._tag} ${Object(change.body).failedStamps ?? ""}`.trim()]
          : []
      )
  return { node, commits, written }
}
const BESIDE = ["levels", "known_keys", "code_mails", "notices", "events", "privacy_orders"]
const REQUESTS = "signed_requests"

/** A wallet with a session for each call. */
const callsOf = async (world: LocalWorld, caller = callers.a): Promise<ReadonlyArray<Call>> => {
  const { accountId, credentialId } = await world.customer(caller)
  const { keys, session: opened } = await session(world, caller, credentialId)
  const other = await session(world, caller, credentialId)
  const of = (name: string, method: string, path: string, body?: object): Call => ({
    name,
    keys,
    send: (on, headers = {}, spelling = JSON.stringify) =>
      on.call(caller, method, path, {
        headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { raw: spelling(body) })
      })
  })
  const wallet = `/internal-accounts/${accountId}`
  const host = (on: LocalWorld, headers: Record<string, string>) =>
    hostCall(on, { accountId, payload: { amount: 5 } }, headers)
  return [
    of("refresh", "POST", `/auth/sessions/${opened.id}/refresh`, { clientPublicKey: clientKey().hex }),
    of("export", "POST", `${wallet}/export`, { clientPublicKey: clientKey().hex }),
    of("privacy", "PATCH", wallet, { privateEnabled: true }),
    { name: "call of the host", keys, send: (on, headers = {}) => host(on, headers) },
    of("revoke session", "DELETE", `/auth/sessions/${other.session.id}`),
    of("end the other sessions", "POST", "/auth/sessions/revoke-others", { accountId })
  ]
}

/** A call to an endpoint of the host's own, which requires a signature of the account over the payload. */
const hostCall = async (
  { countersign }: LocalWorld,
  terms: { readonly accountId: string; readonly payload: { readonly amount: number } },
  headers: Record<string, string> = {}
): Promise<Answer> => {
  const guard = countersign.api
    .in({ platformId: "alpha", mode: "sandbox" })
    .requireSignature("Pay", () => terms as never)
  const answer = await guard.handler(async () => Response.json({ done: true }))(
    new Request("http://host.test/pay", { method: "POST", headers })
  )
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

const NAMES = ["refresh", "export", "privacy", "call of the host", "revoke session", "end the other sessions"]
const named = (calls: ReadonlyArray<Call>, name: string): Call =>
  calls.find((each) => each.name === name) ?? expect.unreachable()
const reasonOf = ({ body, status }: Answer): unknown => (status < 300 ? "done" : body.reason)
/** A stamp of the right key over another text. */
const wrong = (first: Answer, keys: Keys) => retryHeaders({ ...first.body, payloadToSign: "another text" }, keys)

describe("the first leg of an operation whose intent follows from its call", () => {
  it.each(NAMES)(
    "%s commits nothing; the second stores the id as consumed with its effect, once (I1)",
    async (name) => {
      const { commits, node, written } = shared()
      const world = node()
      const { keys, send } = named(await callsOf(world), name)
      commits.splice(0)
      const first = await send(world)
      expect([first.status, commits]).toEqual([202, []])
      const headers = retryHeaders(first.body, keys)
      expect(reasonOf(await send(world, headers))).toBe("done")
      expect(commits.map((changes) => changes.map(({ collection }) => collection.name).includes("receipts"))).toEqual([
        true
      ])
      expect(written(REQUESTS)).toEqual(["insert Consumed"])
      expect(reasonOf(await send(world, headers))).toBe("Request id already used")
    }
  )

  it.each(NAMES)("%s is completed by exactly one of many second legs on two nodes (I1)", async (name) => {
    const { node, written } = shared()
    const [one, two] = [node(), node()]
    const { keys, send } = named(await callsOf(one), name)
    const headers = retryHeaders((await send(one)).body, keys)
    written(REQUESTS)
    const answers = await Promise.all(Array.from({ length: 16 }, (_, nth) => send(nth % 2 === 0 ? one : two, headers)))
    const others = Array.from({ length: 15 }, () => "Request id already used")
    expect(answers.map(reasonOf).toSorted()).toEqual([...others, "done"])
    expect(written(REQUESTS)).toEqual(["insert Consumed"])
  })

  it.each(NAMES)("%s stores the request when a stamp fails, and counts on from there (I15)", async (name) => {
    const { node, written } = shared()
    const world = node()
    const { keys, send } = named(await callsOf(world), name)
    const first = await send(world)
    written(REQUESTS)
    expect(reasonOf(await send(world, wrong(first, keys)))).toBe("Signature does not match the payload")
    expect(reasonOf(await send(world, wrong(first, keys)))).toBe("Signature does not match the payload")
    expect(written(REQUESTS)).toEqual(["insert Pending 1", "replace Pending 2"])
    expect(reasonOf(await send(world, retryHeaders(first.body, keys)))).toBe("done")
    expect(written(REQUESTS)).toEqual(["replace Consumed"])
  })

  it("counts both of two stamps that fail at once on two nodes (I15)", async () => {
    const { node, written } = shared()
    const [one, two] = [node(), node()]
    const { keys, send } = named(await callsOf(one), "refresh")
    const first = await send(one)
    written(REQUESTS)
    await Promise.all([one, two].map((on) => send(on, wrong(first, keys))))
    expect(written(REQUESTS)).toEqual(["insert Pending 1", "replace Pending 2"])
  })

  it("is void at once if the policy allows one failed stamp only", async () => {
    const { node, written } = shared()
    const world = node({ policy: { stampFailuresToVoid: 1 } })
    const { keys, send } = named(await callsOf(world), "privacy")
    const first = await send(world)
    written(REQUESTS)
    await send(world, wrong(first, keys))
    expect(written(REQUESTS)).toEqual(["insert Void"])
    expect(reasonOf(await send(world, retryHeaders(first.body, keys)))).toBe("Request id invalidated")
  })

  it("R3: is bound to the body and not to its whitespace; another body changes nothing (I2)", async () => {
    const { node, written } = shared()
    const world = node()
    const { keys, send } = named(await callsOf(world), "privacy")
    const headers = retryHeaders((await send(world)).body, keys)
    written(REQUESTS)
    const other = await send(world, headers, () => JSON.stringify({ privateEnabled: false }))
    expect([reasonOf(other), written(REQUESTS)]).toEqual(["Retry body differs", []])
    expect(reasonOf(await send(world, headers, (body) => JSON.stringify(body, null, 2)))).toBe("done")
  })

  it("I17 R3: of a call of the host is refused with another payload, and with another account", async () => {
    const { node, written } = shared()
    const world = node()
    const { accountId, credentialId } = await world.customer(callers.a)
    const { keys } = await session(world, callers.a, credentialId)
    const other = await world.customer(callers.a, "eve@example.com")
    const headers = retryHeaders((await hostCall(world, { accountId, payload: { amount: 5 } })).body, keys)
    written(REQUESTS)
    const answers = [
      await hostCall(world, { accountId, payload: { amount: 500 } }, headers),
      await hostCall(world, { accountId: other.accountId, payload: { amount: 5 } }, headers)
    ]
    expect(answers.map(reasonOf)).toEqual(["Payload differs from the signed payload", "Retry body differs"])
    expect(written(REQUESTS)).toEqual([])
    expect((await hostCall(world, { accountId, payload: { amount: 5 } }, headers)).status).toBe(200)
  })

  it.each([
    [LIFETIME - 1, "done"],
    [LIFETIME, "Request id expired"]
  ])("I10: after %i ms is answered: %s", async (wait, reason) => {
    const { node } = shared()
    const world = node()
    const { keys, send } = named(await callsOf(world), "revoke session")
    const first = await send(world)
    world.pass(wait)
    expect(reasonOf(await send(world, retryHeaders(first.body, keys)))).toBe(reason)
  })

  it("R11 I9: is unknown to other platforms and modes, as an id that was never issued", async () => {
    const { node } = shared()
    const world = node()
    const { keys, send } = named(await callsOf(world), "refresh")
    const { body } = await send(world)
    const path = `/auth/sessions/${idOf("Session")}/refresh`
    for (const caller of [callers.b, callers.live]) {
      const ask = (requestId: string) =>
        world.call(caller, "POST", path, {
          body: { clientPublicKey: clientKey().hex },
          headers: { ...retryHeaders(body, keys), "request-id": requestId }
        })
      const answers = [await ask(body.requestId), await ask("Request:01890000-0000-4000-8000-000000000000")]
      expect(answers.map(({ status }) => status)).toEqual([401, 401])
      expect(answers[0]?.body).toEqual(answers[1]?.body)
      expect(answers.map(reasonOf)).toEqual(["Unknown request id", "Unknown request id"])
    }
  })

  it("is completed by every node with one of its keys, also across a rotation, and by none without", async () => {
    const { node } = shared()
    const next = sha256Hex("the next vault key")
    const ring = (vault: string | ReadonlyArray<string>) =>
      node({ keys: { ...hostKeys, wallets: hostKeys.vault, vault: typeof vault === "string" ? vault : [...vault] } })
    const [old, appended, moved] = [ring(hostKeys.vault), ring([hostKeys.vault, next]), ring([next, hostKeys.vault])]
    for (const [issuer, finisher] of [
      [old, appended],
      [appended, moved],
      [moved, appended],
      [old, moved]
    ] as const) {
      const { keys, send } = named(await callsOf(old), "revoke session")
      expect(reasonOf(await send(finisher, retryHeaders((await send(issuer)).body, keys)))).toBe("done")
    }
    const { keys, send } = named(await callsOf(old), "revoke session")
    expect(reasonOf(await send(ring(next), retryHeaders((await send(old)).body, keys)))).toBe("Unknown request id")
  })

  it("of a node whose clock is ahead is completed on one whose clock is right, until its own end", async () => {
    const { node } = shared()
    const [ahead, right] = [node(), node()]
    const [one, other] = [await callsOf(right), await callsOf(right)].map((calls) => named(calls, "revoke session"))
    if (one === undefined || other === undefined) throw new Error("there are no calls")
    ahead.pass(60_000)
    const legs = [await one.send(ahead), await other.send(ahead)] as const
    expect(Date.parse(legs[0].body.expiresAt)).toBe(ahead.at() + LIFETIME)
    expect(reasonOf(await one.send(right, retryHeaders(legs[0].body, one.keys)))).toBe("done")
    right.pass(60_000 + LIFETIME)
    expect(reasonOf(await other.send(right, retryHeaders(legs[1].body, other.keys)))).toBe("Request id expired")
  })

  it("is completed whether it was stored or not, by nodes that store and nodes that do not", async () => {
    const { node, written } = shared()
    const [storing, plain] = [node({ policy: { firstLegs: "stored" } }), node()]
    for (const [issuer, finisher, rows] of [
      [storing, plain, ["insert Pending 0", "replace Consumed"]],
      [plain, storing, ["insert Consumed"]]
    ] as const) {
      const { keys, send } = named(await callsOf(plain), "revoke session")
      written(REQUESTS)
      expect(reasonOf(await send(finisher, retryHeaders((await send(issuer)).body, keys)))).toBe("done")
      expect(written(REQUESTS)).toEqual(rows)
    }
  })

  it.each(["stored", "unstored"] as const)(
    "UV5: a rename (%s) is done by its second leg, and answered with 404 once its credential is removed",
    async (firstLegs) => {
      const world = shared().node({ policy: { firstLegs } })
      const { accountId, credentialId } = await world.customer(callers.a)
      const { keys } = await session(world, callers.a, credentialId)
      const passkey = await addPasskey(world, callers.a, accountId, keys)
      const path = `/auth/credentials/${passkey.credentialId}`
      const call = (method: string, more: object) => world.call(callers.a, method, path, more)
      const rename = async (body: object) => {
        const headers = retryHeaders((await call("PATCH", { body })).body, keys)
        return async () => (await call("PATCH", { body, headers })).status
      }
      const [first, late] = [await rename({ nickname: "Work phone" }), await rename({ nickname: "Old phone" })]
      expect(await first()).toBe(200)
      const removal = await call("DELETE", {})
      expect((await call("DELETE", { headers: retryHeaders(removal.body, keys) })).status).toBe(204)
      expect(await late()).toBe(404)
    }
  )

  it("is unknown under a lifetime that the policy has changed since, so that no swept id counts again (I1)", async () => {
    const { node } = shared()
    const [before, after] = [node(), node({ policy: { signedRequestLifetime: 2 * LIFETIME } })]
    const { keys, send } = named(await callsOf(before), "revoke session")
    const first = await send(before)
    expect(reasonOf(await send(after, retryHeaders(first.body, keys)))).toBe("Unknown request id")
    expect(reasonOf(await send(before, retryHeaders(first.body, keys)))).toBe("done")
  })

  it("R12: may come in a flood: it writes no row, and each gets an id of its own", async () => {
    const { commits, node } = shared()
    const world = node()
    const { send } = named(await callsOf(world), "refresh")
    commits.splice(0)
    const ids = new Set<string>()
    for (let nth = 0; nth < 200; nth += 1) {
      world.pass(1)
      ids.add((await send(world)).body.requestId)
    }
    expect([ids.size, commits]).toEqual([200, []])
  })

  it("with an idempotency key is answered again with the same request", async () => {
    const { node } = shared()
    const world = node()
    const { keys, send } = named(await callsOf(world), "privacy")
    const keyed = () => send(world, { "idempotency-key": "one" })
    const [first, again] = [await keyed(), await keyed()]
    expect(again.body).toEqual(first.body)
    expect(reasonOf(await send(world, retryHeaders(again.body, keys)))).toBe("done")
  })

  it("I3: is completed by no session of another account", async () => {
    const { node } = shared()
    const world = node()
    const { send } = named(await callsOf(world), "end the other sessions")
    const first = await send(world)
    const stranger = await world.customer(callers.a, "eve@example.com")
    const { keys } = await session(world, callers.a, stranger.credentialId)
    expect(reasonOf(await send(world, retryHeaders(first.body, keys)))).toBe("Stamp key may not sign this request")
    expect(reasonOf(await send(world, retryHeaders(first.body, keyPair())))).toBe("Stamp key may not sign this request")
  })
})
