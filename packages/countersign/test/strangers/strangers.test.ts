import { Scope } from "@countersign/core"
import { operations } from "@countersign/harness/listed"
import { recordedStore } from "@countersign/harness/stores"
import { type Answer, callers, makeWorld, tokenOptions } from "@countersign/harness/world"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Place, placesOf } from "./places.ts"

const watched = recordedStore()
// Every scope, so that no call is refused for the lack of one.
const tokens = tokenOptions.map((token) => ({ ...token, scopes: Scope.literals }))
const world = makeWorld({ store: watched.store, logs: "none", tokens })
afterAll(() => world.countersign.close())

let places: ReadonlyArray<Place> = []
beforeAll(async () => {
  await world.call(callers.a, "PATCH", "/config", { body: { webhookEndpoint: "https://hooks.example.com/" } })
  places = await placesOf(world)
})

const NEVER = "01890000-0000-7000-8000-000000000000"

/** A response, without the id that was requested. */
const masked = ({ body, status }: Answer) =>
  JSON.stringify([status, body]).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/giu, "uuid")

/** The number of writes to the sandbox of platform alpha, without those of its worker to events. */
const writesOfOwner = () =>
  watched.writes.filter(({ collection, environment }) => environment === "sandbox/alpha" && collection !== "events")
    .length

/** Calls that name no object of a platform by an id of this service. */
const NAMELESS = [
  "POST /customers",
  "GET /customers",
  "GET /platform/internal-accounts",
  "POST /tokens",
  "GET /tokens",
  "POST /platform/external-accounts",
  "GET /platform/external-accounts",
  "GET /discoveries",
  "GET /exchange-rates",
  "GET /sandbox/clock",
  "POST /sandbox/clock/advance",
  "GET /config",
  "PATCH /config",
  "GET /platforms",
  "POST /platforms",
  "GET /platform/settings",
  "PATCH /platform/settings",
  "GET /platform/settings/revisions",
  "GET /auth/keys",
  "POST /auth/sign-ins",
  "POST /auth/sign-ins/oidc",
  "POST /auth/sign-ins/passkey",
  "POST /auth/sign-ins/passkey/verify",
  "POST /auth/sign-ins/verify",
  "POST /webhooks/test",
  "POST /sandbox/webhooks/test",
  "GET /webhooks/keys",
  "GET /webhooks/secret",
  "GET /webhooks/deliveries",
  "POST /due-work"
]

it("H3: every operation of the contract that names an object is covered below", () => {
  const requested = new Set(places.map(({ operation }) => operation))
  expect(operations.filter((operation) => !requested.has(operation)).sort()).toEqual([...NAMELESS].sort())
  // The write counter must see writes at all.
  expect(writesOfOwner()).toBeGreaterThan(20)
})

describe("I9 H3 H4: an object of platform alpha's sandbox, requested by", () => {
  it.each([
    ["another platform's token", callers.b],
    ["a token of production", callers.live],
    ["another platform's token of production", callers.liveB]
  ])(
    "%s, is answered like an id that was never issued, in any case of its hex digits, and nothing of alpha's changes",
    async (_, unrelated) => {
      for (const { ask, kind, uuid, where } of places) {
        const before = writesOfOwner()
        const never = await ask(unrelated, `${kind}:${NEVER}`)
        for (const spelled of [uuid, uuid.toUpperCase()]) {
          const answer = await ask(unrelated, `${kind}:${spelled}`)
          expect([where, masked(answer)]).toEqual([where, masked(never)])
          const isEmptyList = answer.status === 200 && answer.body.data.length === 0
          expect([where, answer.status >= 400 || isEmptyList]).toEqual([where, true])
        }
        expect([where, writesOfOwner()]).toEqual([where, before])
      }
    }
  )
})

describe("H3: an id", () => {
  it("of another object type is answered to its owner like an id that was never issued", async () => {
    const kinds = [...new Set(places.map(({ kind }) => kind)), "Unheard", ""]
    for (const { ask, kind, uuid, where } of places) {
      for (const other of kinds.filter((each) => each !== kind)) {
        const [there, never] = [await ask(callers.a, `${other}:${uuid}`), await ask(callers.a, `${other}:${NEVER}`)]
        expect([where, other, masked(there)]).toEqual([where, other, masked(never)])
        const isNamed = there.status >= 400 && there.status < 500 && typeof there.body.code === "string"
        expect([where, other, isNamed]).toEqual([where, other, true])
      }
    }
  })

  it("in upper-case digits is the same id", async () => {
    for (const { ask, kind, uuid, where } of places.filter(({ where }) => where.startsWith("GET "))) {
      const [lower, upper] = [
        await ask(callers.a, `${kind}:${uuid}`),
        await ask(callers.a, `${kind}:${uuid.toUpperCase()}`)
      ]
      expect([where, upper.status, upper.body]).toEqual([where, 200, lower.body])
    }
  })
})
