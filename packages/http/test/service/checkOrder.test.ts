import { answerOf, type Caller, callers, makeWorld, tokenOptions } from "@countersign/harness/world"
import { secretDigest } from "countersign"
import { afterAll, beforeAll, expect, it } from "vitest"

const viewer = (mode: "production" | "sandbox"): Caller => ({ token: `view-${mode}`, secret: "secret" })
const viewers = (["production", "sandbox"] as const).map((mode) => ({
  id: viewer(mode).token,
  secretSha256: secretDigest(viewer(mode).secret),
  platformId: "alpha",
  mode,
  scopes: ["VIEW" as const]
}))
const world = makeWorld({ logs: "none", tokens: [...tokenOptions, ...viewers] })
afterAll(() => world.countersign.close())

let own = { customerId: "", accountId: "", credentialId: "" }
let other = own
beforeAll(async () => {
  own = await world.customer(callers.a)
  other = await world.customer(callers.a, "eve@example.com")
})

/** A call of an API token, or of the user `own` without one, that fails the check of a column and that of a later column. */
interface Failing {
  readonly caller?: Caller
  readonly isUser?: boolean
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly raw?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The tag of the refusal, as its link names it. */
const refused = async ({ caller, isUser = false, method, path, ...more }: Failing) => {
  if (!isUser) return (await world.call(caller, method, path, more)).body.docs
  const { customerId } = own
  const handler = world.countersign.forUser(() => ({ platformId: "alpha", mode: "sandbox", customerId }))
  const body = more.body === undefined ? {} : { body: JSON.stringify(more.body) }
  const headers = { "content-type": "application/json", ...more.headers }
  const request = new Request(`https://pay.example/2025-10-13${path}`, { method, headers, ...body })
  return (await answerOf(await handler(request))).body.docs
}

const LONG_KEY = { "idempotency-key": "k".repeat(256) }
const MALFORMED_STAMP = { "service-wallet-signature": "!" }

it.each<[refusal: string, before: string, call: () => Failing]>([
  ["TokenRefused", "its mode", () => ({ method: "GET", path: "/sandbox/clock" })],
  [
    "EndpointNotFound",
    "its scope",
    () => ({ caller: viewer("production"), method: "POST", path: "/sandbox/clock/advance", body: {} })
  ],
  [
    "CallForBackend",
    "its scope",
    () => ({ isUser: true, method: "POST", path: `/operator/accounts/${own.accountId}/suspend`, body: {} })
  ],
  ["ScopeMissing", "its body", () => ({ caller: viewer("sandbox"), method: "POST", path: "/customers", raw: "{" })],
  [
    "BodyMalformed",
    "its key",
    () => ({ caller: callers.a, method: "POST", path: "/customers", raw: "{", headers: LONG_KEY })
  ],
  [
    "IdempotencyKeyMalformed",
    "the rest decodes",
    () => ({ caller: callers.a, method: "POST", path: "/customers", body: {}, headers: LONG_KEY })
  ],
  [
    "InputInvalid",
    "the owner of an object",
    () => ({
      isUser: true,
      method: "POST",
      path: "/auth/recoveries",
      body: { accountId: other.accountId, method: "X" }
    })
  ],
  [
    "ObjectOfAnother",
    "the signature",
    () => ({
      isUser: true,
      method: "DELETE",
      path: `/auth/credentials/${other.credentialId}`,
      headers: MALFORMED_STAMP
    })
  ],
  [
    "InputInvalid",
    "the signature",
    () => ({
      caller: callers.a,
      method: "PATCH",
      path: `/internal-accounts/${own.accountId}`,
      body: {},
      headers: MALFORMED_STAMP
    })
  ]
])("I20: refuses a call with %s before it checks %s, in the order of resources/index.ts", async (tag, _, call) => {
  expect(await refused(call())).toBe(`docs/generated/errors.md#${tag.toLowerCase()}`)
})
