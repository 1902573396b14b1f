import { listening } from "@countersign/harness/listening"
import { rounds } from "@countersign/harness/rounds"
import { nodeBridge } from "@countersign/http/node"
import { ApiKeyStamper } from "@turnkey/api-key-stamper"
import { encryptOtpCodeToBundle, generateP256KeyPair } from "@turnkey/crypto"
import { createCountersign } from "countersign"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const TIMES = rounds(50, 20)

const countersign = createCountersign({ logs: "none" })
const server = { baseUrl: "", bundleSigner: countersign.bundleSigner, token: countersign.sandboxToken }
let close = async () => {}
beforeAll(async () => {
  const listens = await listening(nodeBridge(countersign))
  server.baseUrl = `http://127.0.0.1:${listens.port}/2025-10-13`
  close = listens.close
})
afterAll(async () => {
  await close()
  await countersign.close()
})

const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
  const { id, secret } = server.token ?? { id: "", secret: "" }
  const response = await fetch(server.baseUrl + path, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const text = await response.text()
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) }
}

type Spelling = (pair: ReturnType<typeof generateP256KeyPair>) => string
const spellings: ReadonlyArray<readonly [string, Spelling]> = [
  ["compressed lower-case", ({ publicKey }) => publicKey.toLowerCase()],
  ["compressed upper-case", ({ publicKey }) => publicKey.toUpperCase()],
  ["uncompressed lower-case", ({ publicKeyUncompressed }) => publicKeyUncompressed.toLowerCase()],
  ["uncompressed upper-case", ({ publicKeyUncompressed }) => publicKeyUncompressed.toUpperCase()]
]

/** Signs in with the published client packages only: none of our code creates a byte of the requests. */
const login = async (credentialId: string, spelling: Spelling, code = "000000") => {
  const challenge = await call("POST", `/auth/credentials/${credentialId}/challenge`)
  const tek = generateP256KeyPair()
  const bundle = challenge.body.otpEncryptionTargetBundle
  const encryptedOtpBundle = await encryptOtpCodeToBundle(code, bundle, spelling(tek), server.bundleSigner)
  const body = { type: "EMAIL_OTP", encryptedOtpBundle }
  const path = `/auth/credentials/${credentialId}/verify`
  const first = await call("POST", path, body)
  if (first.status !== 202) return first
  const stamper = new ApiKeyStamper({ apiPublicKey: tek.publicKey, apiPrivateKey: tek.privateKey })
  const { stampHeaderValue } = await stamper.stamp(first.body.payloadToSign)
  return call("POST", path, body, {
    "Request-Id": first.body.requestId,
    "Service-Wallet-Signature": stampHeaderValue
  })
}

const newCredential = async (email = "interop@example.com") => {
  const customer = await call("POST", "/customers", { customerType: "INDIVIDUAL", email })
  const accounts = await call("GET", `/internal-accounts?customerId=${customer.body.id}&type=EMBEDDED_WALLET`)
  const accountId: string = accounts.body.data[0].id
  const credentials = await call("GET", `/auth/credentials?accountId=${accountId}`)
  return { accountId, credentialId: String(credentials.body.data[0].id) }
}

describe("a login with only the published client packages, over HTTP", () => {
  it(`succeeds ${TIMES} times in a row, with upper- and lower-case, compressed and uncompressed keys (K1, K7)`, async () => {
    const owners = await Promise.all(
      Array.from({ length: 10 }, (_, owner) => newCredential(`owner${owner}@example.com`))
    )
    for (let time = 0; time < TIMES; time += 1) {
      const [name, spelling] = spellings[time % spellings.length]!
      // A credential gets five codes in a row before it has to wait.
      const session = await login(owners[time % owners.length]!.credentialId, spelling)
      expect([name, session.status, session.body.type]).toEqual([name, 200, "EMAIL_OTP"])
      expect(session.body.encryptedSessionSigningKey).toBeUndefined()
    }
    for (const { accountId } of owners) {
      expect((await call("GET", `/auth/sessions?accountId=${accountId}`)).body.data).toHaveLength(TIMES / 10)
    }
  })

  it("is rejected for a wrong code with the specified reason", async () => {
    const { credentialId } = await newCredential()
    const refused = await login(credentialId, spellings[0]![1], "123456")
    expect([refused.status, refused.body.code, refused.body.reason]).toEqual([401, "UNAUTHORIZED", "Invalid OTP code"])
  })

  it("K14: the package rejects a bundle that another key signed", async () => {
    const { credentialId } = await newCredential()
    const { body } = await call("POST", `/auth/credentials/${credentialId}/challenge`)
    const other = generateP256KeyPair().publicKeyUncompressed
    await expect(encryptOtpCodeToBundle("000000", body.otpEncryptionTargetBundle, other, other)).rejects.toThrow()
  })
})
