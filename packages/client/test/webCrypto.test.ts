import { decodeStamp, sessionProofText, verifyStamp } from "@countersign/wire"
import { afterEach, describe, expect, it, vi } from "vitest"
import { type ActiveSession, type Client, generateKeyPair, WebCryptoUnavailableError } from "../src/index.ts"
import { openAccount } from "./account.ts"
import { clientOf, openService, rejection } from "./service.ts"

const signer = await generateKeyPair()
const session: ActiveSession = {
  id: "Session:019ca945-0a00-7e7e-9254-70baa2fd4251",
  accountId: "InternalAccount:019ca945-0a00-7e7e-9254-70baa2fd4251",
  type: "EMAIL_OTP",
  nickname: "ada@example.com",
  createdAt: "2026-03-01T12:00:00.000Z",
  updatedAt: "2026-03-01T12:00:00.000Z",
  expiresAt: "2026-03-01T12:15:00.000Z",
  signer
}
const token = () => "token"
afterEach(() => vi.unstubAllGlobals())

const operations: ReadonlyArray<readonly [string, (client: Client) => Promise<unknown>]> = [
  ["emailOtp.login", (client) => client.emailOtp.login({ credentialId: "AuthMethod:1", code: () => "000000" })],
  ["oauth.login", (client) => client.oauth.login({ credentialId: "AuthMethod:1", token })],
  ["passkeys.login", (client) => client.passkeys.login({ credentialId: "AuthMethod:1" })],
  ["refresh", (client) => client.refresh(session)],
  ["exportWallet", (client) => client.exportWallet("InternalAccount:1", { signer })]
]

it.each(operations)("%s throws WebCryptoUnavailableError and sends nothing", async (_, run) => {
  const service = openService()
  const client = clientOf(service)
  for (const missing of [{ getRandomValues: crypto.getRandomValues.bind(crypto) }, undefined]) {
    vi.stubGlobal("crypto", missing)
    const error = await rejection(run(client))
    expect(error).toBeInstanceOf(WebCryptoUnavailableError)
    expect(error).toHaveProperty("message", expect.stringContaining("Use https."))
  }
  expect(service.arrivals).toEqual([])
})

describe("on a page from plain http, without crypto.subtle", () => {
  it("a new key pair and a bare key pair sign a retry, and the server accepts the stamps", async () => {
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const { accountId, credentialId, stampedBy, ...service } = openAccount()
    const { credentials } = clientOf(service)
    const made = await generateKeyPair()
    const bare = { privateKey: made.privateKey.slice(), publicKey: made.publicKey }
    for (const key of [made, bare]) await credentials.rename(credentialId, accountId, { signer: key })
    expect(stampedBy).toEqual([made.publicKey, made.publicKey])
  })

  it("a session with a key in memory proves itself", async () => {
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const headers = await clientOf(openService()).prove(session, { method: "get", url: "/me?full=yes" })
    const [sessionId = "", issuedAt, nonce = ""] = headers["Service-Wallet-Session"]?.split(";") ?? []
    const call = { method: "GET", path: "/me?full=yes", body: null }
    const text = sessionProofText({ sessionId, issuedAt: Number(issuedAt), nonce }, call)
    expect(verifyStamp(decodeStamp(headers["Service-Wallet-Signature"] ?? ""), text)).toBe(true)
  })

  it("a key that was erased signs no more, with WebCrypto and without", async () => {
    const key = await generateKeyPair()
    key.forget()
    await expect(key.sign("text")).rejects.toThrow("The key of this session was erased. Sign in again.")
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) })
    await expect(key.sign("text")).rejects.toThrow("The key of this session was erased. Sign in again.")
  })
})
