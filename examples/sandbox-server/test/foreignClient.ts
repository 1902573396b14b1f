import { listening } from "@countersign/harness/listening"
import { nodeBridge } from "@countersign/http/node"
import { ApiKeyStamper } from "@turnkey/api-key-stamper"
import { encryptOtpCodeToBundle, generateP256KeyPair } from "@turnkey/crypto"
import { type CountersignOptions, createCountersign } from "countersign"

/** A key pair, as the package makes it. */
export interface Pair {
  readonly privateKey: string
  readonly publicKey: string
  readonly publicKeyUncompressed: string
}
type Spelling = (pair: Pair) => string
export const spellings: ReadonlyArray<readonly [string, Spelling]> = [
  ["compressed lower-case", ({ publicKey }) => publicKey.toLowerCase()],
  ["compressed upper-case", ({ publicKey }) => publicKey.toUpperCase()],
  ["uncompressed lower-case", ({ publicKeyUncompressed }) => publicKeyUncompressed.toLowerCase()],
  ["uncompressed upper-case", ({ publicKeyUncompressed }) => publicKeyUncompressed.toUpperCase()]
]
const uncompressed: Spelling = ({ publicKeyUncompressed }) => publicKeyUncompressed

/**
 * A sandbox over HTTP, and a client of it that is made of the published client packages only: none of our code creates
 * a byte of the requests.
 */
export const foreignClient = async (options: Pick<CountersignOptions, "policy"> = {}) => {
  const countersign = createCountersign({ logs: "none", ...options })
  const { bundleSigner, sandboxToken } = countersign
  const listens = await listening(nodeBridge(countersign))
  const baseUrl = `http://127.0.0.1:${listens.port}/2025-10-13`
  const authorization = `Basic ${Buffer.from(`${sandboxToken.id}:${sandboxToken.secret}`).toString("base64")}`

  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) }
  }

  /** The headers of the second leg. */
  const signedBy = async (tek: Pair, { payloadToSign, requestId }: { payloadToSign: string; requestId: string }) => {
    const stamper = new ApiKeyStamper({ apiPublicKey: tek.publicKey, apiPrivateKey: tek.privateKey })
    const { stampHeaderValue } = await stamper.stamp(payloadToSign)
    return { "Request-Id": requestId, "Service-Wallet-Signature": stampHeaderValue }
  }

  /** Both legs of a signed retry. */
  const signed = async (tek: Pair, method: string, path: string, body?: object) => {
    const first = await call(method, path, body)
    return first.status === 202 ? call(method, path, body, await signedBy(tek, first.body)) : first
  }

  const sealedCode = (bundle: string, tek: Pair, code = "000000", spelling = uncompressed) =>
    encryptOtpCodeToBundle(code, bundle, spelling(tek), bundleSigner)

  /** The first leg of a login, and a function that repeats its call with headers. */
  const firstLeg = async (credentialId: string, spelling = uncompressed, code = "000000") => {
    const challenge = await call("POST", `/auth/credentials/${credentialId}/challenge`)
    const tek: Pair = generateP256KeyPair()
    const encryptedOtpBundle = await sealedCode(challenge.body.otpEncryptionTargetBundle, tek, code, spelling)
    const body = { type: "EMAIL_OTP", encryptedOtpBundle }
    const path = `/auth/credentials/${credentialId}/verify`
    const repeat = (headers: Record<string, string> = {}) => call("POST", path, body, headers)
    return { repeat, first: await repeat(), tek }
  }

  const login = async (credentialId: string, spelling = uncompressed, code = "000000") => {
    const { first, repeat, tek } = await firstLeg(credentialId, spelling, code)
    const { body, status } = first.status === 202 ? await repeat(await signedBy(tek, first.body)) : first
    return { body, status, tek }
  }

  const newCredential = async (email = "interop@example.com") => {
    const customer = await call("POST", "/customers", { customerType: "INDIVIDUAL", email })
    const customerId = String(customer.body.id)
    const accounts = await call("GET", `/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`)
    const accountId: string = accounts.body.data[0].id
    const credentials = await call("GET", `/auth/credentials?accountId=${accountId}`)
    return { accountId, customerId, credentialId: String(credentials.body.data[0].id) }
  }

  const close = async () => {
    await listens.close()
    await countersign.close()
  }
  return { call, close, countersign, firstLeg, login, newCredential, sealedCode, signed }
}
export type ForeignClient = Awaited<ReturnType<typeof foreignClient>>
