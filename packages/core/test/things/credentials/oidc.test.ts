import { clientKey } from "@countersign/harness/fixtures"
import { basic, keys } from "@countersign/harness/world"
import { memoryStore } from "@countersign/memory"
import { oidcNonce } from "@countersign/wire"
import { createCountersign, secretDigest } from "countersign"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startProvider } from "./openIdProvider.ts"

/** Milliseconds of the service's clock, which the test moves. Tokens are accepted for a minute. */
const COOLDOWN = 400
let passed = 0

let provider: Awaited<ReturnType<typeof startProvider>>
let countersign: ReturnType<typeof createCountersign>
beforeAll(async () => {
  provider = await startProvider()
  const { issuer, jwksUri } = provider
  countersign = createCountersign({
    tokens: [{ id: "live", secretSha256: secretDigest("s"), platformId: "p", mode: "production" }],
    keys,
    store: memoryStore,
    now: () => Date.now() + passed,
    mailer: { sendCode: async () => {} },
    production: {
      oidc: { issuers: [{ issuer, jwksUri, audiences: ["wallet-app"] }], cooldown: COOLDOWN, timeout: 60_000 }
    }
  })
})
afterAll(async () => {
  await countersign.close()
  provider.close()
})

const call = async (method: string, path: string, body?: object) => {
  const response = await countersign.handler(
    new Request(`http://x/2025-10-13${path}`, {
      method,
      headers: { authorization: basic({ token: "live", secret: "s" }), "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  )
  return { status: response.status, body: await response.json(), headers: response.headers }
}

/** A wallet whose first credential is the identity of `subject`. */
const wallet = async (subject: string) => {
  const customer = await call("POST", "/customers", { customerType: "INDIVIDUAL" })
  const accounts = await call("GET", `/internal-accounts?customerId=${customer.body.id}&type=EMBEDDED_WALLET`)
  const accountId: string = accounts.body.data[0].id
  const oidcToken = await provider.token(subject)
  return call("POST", "/auth/credentials", { type: "OAUTH", accountId, oidcToken })
}

const login = async (credentialId: string, subject: string, change: (token: string) => string = (token) => token) => {
  const client = clientKey()
  const oidcToken = change(await provider.token(subject, oidcNonce(client.hex)))
  return call("POST", `/auth/credentials/${credentialId}/verify`, {
    type: "OAUTH",
    oidcToken,
    clientPublicKey: client.hex
  })
}

describe("OAUTH in production, with tokens of a real OpenID provider", () => {
  it("registers an identity and signs it in, its key sealed to the client", async () => {
    const added = await wallet("ada")
    expect([added.status, added.body.nickname]).toEqual([201, "ada@example.com"])
    const opened = await login(added.body.id, "ada")
    expect([opened.status, typeof opened.body.encryptedSessionSigningKey]).toEqual([200, "string"])
    expect((await login(added.body.id, "bob")).body.reason).toBe("OIDC token refused: identity")
  })

  it("J1 B1: refuses a token with an altered signature, and an unsigned one", async () => {
    const { body } = await wallet("eve")
    const forged = (token: string) => `${token.slice(0, -6)}AAAAAA`
    expect((await login(body.id, "eve", forged)).body.reason).toBe("OIDC token refused: signature")
    const unsigned = (token: string) => {
      const header = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url")
      return `${header}.${token.split(".")[1]}.AAAA`
    }
    expect((await login(body.id, "eve", unsigned)).body.reason).toBe("OIDC token refused: algorithm")
  })

  it("J5: fetches rotated keys within the cooldown, and not more often", async () => {
    const { body } = await wallet("carol")
    for (let rotation = 0; rotation < 3; rotation += 1) {
      provider.rotate()
      passed += COOLDOWN
      const before = provider.reads()
      const answers = await Promise.all(Array.from({ length: 10 }, () => login(body.id, "carol")))
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
      expect(provider.reads() - before).toBe(1)
    }
  })

  it("J5: answers an outage of the issuer with 503 and Retry-After when its keys are unknown, and never with 401", async () => {
    const { body } = await wallet("dave")
    const client = clientKey()
    const known = await provider.token("dave", oidcNonce(client.hex))
    provider.rotate()
    const later = clientKey()
    const unknown = await provider.token("dave", oidcNonce(later.hex))
    provider.goDown()
    passed += COOLDOWN
    const path = `/auth/credentials/${body.id}/verify`
    const refused = await call("POST", path, { type: "OAUTH", oidcToken: unknown, clientPublicKey: later.hex })
    expect([refused.status, refused.body.code, refused.headers.get("retry-after")]).toEqual([
      503,
      "SERVICE_UNAVAILABLE",
      "1"
    ])
    // Tokens signed by cached keys are still accepted.
    const answer = await call("POST", path, { type: "OAUTH", oidcToken: known, clientPublicKey: client.hex })
    expect(answer.status).toBe(200)
  })
})
