import { addPasskey, clientKey, passkeyAddition, RP, signed } from "@countersign/harness/fixtures"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import {
  type Answer,
  answerTo,
  callers,
  keyPair,
  makeWorld,
  pendingLogin,
  retryHeaders,
  session
} from "@countersign/harness/world"
import { catalogue } from "@countersign/http"
import { afterAll, describe, expect, it } from "vitest"

const world = makeWorld({ policy: { challengesPerCredential: { capacity: 5, refillEvery: 30_000 } } })
afterAll(() => world.countersign.close())

const wallet = async () => {
  const customer = await world.customer(callers.a)
  return { ...customer, ...(await session(world, callers.a, customer.credentialId)) }
}

/** The refusals that the interface documents by status, code and reason. */
const promised: ReadonlyArray<readonly [string, () => Promise<Answer>, number, string, string | undefined]> = [
  [
    "the same WebAuthn credentialId registered twice",
    async () => {
      const { accountId, keys } = await wallet()
      const { authenticator } = await addPasskey(world, callers.a, accountId, keys)
      const body = passkeyAddition(accountId, authenticator)
      return signed(world, callers.a, keys, { method: "POST", path: "/auth/credentials", body })
    },
    400,
    "PASSKEY_CREDENTIAL_ALREADY_EXISTS",
    "Passkey already registered"
  ],
  [
    "revoking the only credential of an account",
    async () => {
      const { credentialId } = await wallet()
      return world.call(callers.a, "DELETE", `/auth/credentials/${credentialId}`)
    },
    400,
    "INVALID_INPUT",
    "Last credential of the account"
  ],
  [
    "a malformed OIDC token, before authentication starts",
    async () => {
      const { accountId } = await wallet()
      const body = { type: "OAUTH", accountId, oidcToken: "not.a.token" }
      return world.call(callers.a, "POST", "/auth/credentials", { body })
    },
    400,
    "INVALID_INPUT",
    "Malformed OIDC token"
  ],
  [
    "a wrong code",
    async () => {
      const { credentialId } = await wallet()
      const { body } = await answerTo(world, callers.a, credentialId, "999999", keyPair())
      return world.call(callers.a, "POST", `/auth/credentials/${credentialId}/verify`, { body })
    },
    401,
    "UNAUTHORIZED",
    "Invalid OTP code"
  ],
  [
    "a request id used again",
    async () => {
      const { credentialId } = await world.customer(callers.a)
      const { body, challenge, keys, path } = await pendingLogin(world, callers.a, credentialId)
      const more = { body, headers: retryHeaders(challenge, keys) }
      await world.call(callers.a, "POST", path, more)
      return world.call(callers.a, "POST", path, more)
    },
    401,
    "UNAUTHORIZED",
    "Request id already used"
  ],
  [
    "a session id that matches no active session",
    async () => {
      const { keys, session: opened } = await wallet()
      const call = { method: "DELETE", path: `/auth/sessions/${opened.id}` }
      await signed(world, callers.a, keys, call)
      return world.call(callers.a, "DELETE", call.path)
    },
    404,
    "REFERENCE_NOT_FOUND",
    undefined
  ],
  [
    "a refresh of an expired session",
    async () => {
      const { session: opened } = await wallet()
      world.pass(900_000)
      const body = { clientPublicKey: clientKey().hex }
      return world.call(callers.a, "POST", `/auth/sessions/${opened.id}/refresh`, { body })
    },
    404,
    "REFERENCE_NOT_FOUND",
    undefined
  ],
  [
    "too many challenges",
    async () => {
      const { credentialId } = await world.customer(callers.a)
      const challenge = () => world.call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`)
      for (let time = 0; time < 5; time += 1) await challenge()
      return challenge()
    },
    429,
    "RATE_LIMITED",
    "Too many calls"
  ],
  [
    "a passkey of another origin",
    async () => {
      const { accountId, keys } = await wallet()
      const elsewhere = makeAuthenticator({ rpId: RP.rpId, origin: "https://evil.example" })
      const body = passkeyAddition(accountId, elsewhere)
      return signed(world, callers.a, keys, { method: "POST", path: "/auth/credentials", body })
    },
    401,
    "UNAUTHORIZED",
    "Passkey refused: relying party"
  ]
]

describe("the refusals of the interface", () => {
  it.each(promised)("%s", async (_, provoke, status, code, reason) => {
    const { body, headers, status: answered } = await provoke()
    expect([answered, body.status, body.code, body.reason, body.details?.reason]).toEqual([
      status,
      status,
      code,
      reason,
      reason
    ])
    expect(body.message.length).toBeGreaterThan(20)
    if (status === 429) expect(headers.get("retry-after")).toMatch(/^[1-9][0-9]*$/u)
  })
})

describe("the catalogue", () => {
  it("gives every refusal a code, and a cure of one or two sentences", () => {
    for (const [tag, { code, message, status }] of Object.entries(catalogue)) {
      expect([tag, /^[A-Z_]+$/u.test(code), /^[A-Z`a-z].*[.]$/u.test(message)]).toEqual([tag, true, true])
      expect([tag, status < 500 || status === 503 || tag === "Defect"]).toEqual([tag, true])
    }
  })

  it("gives every failed authentication check a reason and a constant", () => {
    for (const [tag, entry] of Object.entries(catalogue)) {
      if (entry.status === 401)
        expect([tag, entry.code, typeof entry.reason, typeof entry.check]).toEqual([
          tag,
          "UNAUTHORIZED",
          "string",
          "string"
        ])
    }
  })
})
