import { encodeBase64Url, isClientPublicKey, publicKeyOf } from "@countersign/wire"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { generateKeyPair, PasskeysUnavailableError, UnexpectedAnswerError } from "../src/index.ts"
import { openAccount } from "./account.ts"
import { stubBrowser, written } from "./browser.ts"
import { clientOf, rejection, secretOf } from "./service.ts"

let browser: ReturnType<typeof stubBrowser>
beforeEach(() => {
  browser = stubBrowser()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const another = await generateKeyPair()

describe("registering a passkey", () => {
  it("passes the options that the server requires, and sends the attestation", async () => {
    const service = openAccount()
    const signer = await generateKeyPair()
    const { accountId } = service
    const added = await clientOf(service).passkeys.register({ accountId, nickname: "Laptop", signer })
    expect(added).toMatchObject({ accountId, type: "PASSKEY" })

    const [options] = browser.created
    expect(options?.publicKey).toMatchObject({
      rp: { name: "app.example" },
      user: { name: "Laptop", displayName: "Laptop" },
      pubKeyCredParams: [-7, -257, -8].map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: [{ type: "public-key", id: new Uint8Array(Buffer.from("pk")) }],
      authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
      attestation: "none"
    })
    const challenge = encodeBase64Url(new Uint8Array(new Uint8Array(Object(options?.publicKey?.challenge))))
    expect(challenge).toHaveLength(43)
    const sent = service.calls.filter(({ call }) => call === "POST /auth/credentials")
    const body = {
      type: "PASSKEY",
      accountId,
      nickname: "Laptop",
      challenge,
      attestation: {
        credentialId: written("a passkey"),
        clientDataJson: written("client data of create"),
        attestationObject: written("attestation"),
        transports: ["internal", "hybrid"]
      }
    }
    expect(sent.map((each) => each.body)).toEqual([body, body])
    expect(service.stampedBy).toEqual([signer.publicKey])
  })

  it("creates one for the caller's own call, and adds nothing", async () => {
    const service = openAccount()
    const { accountId } = service
    const created = await clientOf(service).passkeys.create({ accountId, nickname: "Laptop", challenge: "Y2hvc2Vu" })
    expect(created).toMatchObject({ type: "PASSKEY", accountId, nickname: "Laptop", challenge: "Y2hvc2Vu" })
    expect(created.attestation.credentialId).toBe(written("a passkey"))
    expect(browser.created[0]?.publicKey).toMatchObject({
      challenge: new Uint8Array(Buffer.from("chosen")),
      excludeCredentials: [{ type: "public-key", id: new Uint8Array(Buffer.from("pk")) }]
    })
    expect(service.calls.map(({ call }) => call)).toEqual([`GET /auth/credentials?accountId=${accountId}`])
  })

  it("renames one with the signature of a session", async () => {
    const service = openAccount()
    const signer = await generateKeyPair()
    const renamed = await clientOf(service).credentials.rename(service.credentialId, "Work phone", { signer })
    expect(renamed).toMatchObject({ id: service.credentialId, nickname: "Work phone" })
    expect(service.calls.map(({ body }) => body)).toEqual([{ nickname: "Work phone" }, { nickname: "Work phone" }])
    expect(service.stampedBy).toEqual([signer.publicKey])
  })

  it("uses the given challenge, relying party and user", async () => {
    const service = openAccount({ hasCredential: false })
    await clientOf(service).passkeys.register({
      accountId: service.accountId,
      nickname: "Laptop",
      challenge: "Y2hvc2Vu",
      rp: { id: "example", name: "Example" },
      user: { id: Uint8Array.of(7), name: "ada@example.com", displayName: "Ada" }
    })
    expect(browser.created[0]?.publicKey).toMatchObject({
      challenge: new Uint8Array(Buffer.from("chosen")),
      rp: { id: "example", name: "Example" },
      user: { id: Uint8Array.of(7), name: "ada@example.com", displayName: "Ada" }
    })
    expect(service.calls.at(-1)?.body).toMatchObject({ challenge: "Y2hvc2Vu" })
  })

  it("needs no signer for the first credential, and requires one otherwise", async () => {
    const fresh = openAccount({ hasCredential: false })
    const options = { accountId: fresh.accountId, nickname: "Laptop" }
    expect(await clientOf(fresh).passkeys.register(options)).toHaveProperty("id")
    const error = await rejection(clientOf(openAccount()).passkeys.register(options))
    expect(error).toEqual(new TypeError("POST /auth/credentials requires a signature: pass the signer"))
  })

  it("sends nothing when the user declines or the browser returns another type", async () => {
    const service = openAccount()
    const { passkeys } = clientOf(service)
    const declined = new DOMException("No", "NotAllowedError")
    vi.spyOn(browser.credentials, "create").mockRejectedValueOnce(declined).mockResolvedValueOnce(null)
    const options = { accountId: service.accountId, nickname: "Laptop", signer: await generateKeyPair() }
    expect(await rejection(passkeys.register(options))).toBe(declined)
    expect(await rejection(passkeys.register(options))).toEqual(new TypeError("The browser returned no passkey"))
    expect(service.calls.every(({ call }) => call.startsWith("GET "))).toBe(true)
  })
})

describe("signing in with a passkey", () => {
  it("signs the challenge, sends only the Request-Id, and uses the session key that the server encrypted", async () => {
    const service = openAccount()
    const { credentialId } = service
    const session = await clientOf(service).passkeys.login({ credentialId, rpId: "example" })
    expect(session).toMatchObject({ accountId: service.accountId, type: "PASSKEY" })
    expect(session).not.toHaveProperty("encryptedSessionSigningKey")
    expect(session.signer.publicKey).toBe(service.sessionKey)
    expect(publicKeyOf(secretOf(session))).toBe(service.sessionKey)

    const [challenge, verify] = service.calls
    expect(isClientPublicKey(challenge?.body.clientPublicKey)).toBe(true)
    expect(browser.asserted[0]?.publicKey).toEqual({
      challenge: new Uint8Array(32).fill(9),
      allowCredentials: [{ type: "public-key", id: new Uint8Array(Buffer.from("pk")) }],
      userVerification: "required",
      rpId: "example"
    })
    expect(verify?.headers.get("request-id")).toBe(service.requestId)
    expect(verify?.headers.has("service-wallet-signature")).toBe(false)
    expect(verify?.body).toEqual({
      type: "PASSKEY",
      assertion: {
        credentialId: written("a passkey"),
        clientDataJson: written("client data of get"),
        authenticatorData: written("authenticator data"),
        signature: written("signature"),
        userHandle: null
      }
    })
  })

  it("uses a new key each time and overwrites it with zeros, also when the login fails", async () => {
    const service = openAccount()
    const made: Uint8Array[] = []
    const random = crypto.getRandomValues.bind(crypto)
    vi.spyOn(crypto, "getRandomValues").mockImplementation((bytes) => {
      if (bytes instanceof Uint8Array) made.push(bytes)
      return random(bytes)
    })
    const { passkeys } = clientOf(service)
    await passkeys.login(service)
    vi.spyOn(browser.credentials, "get").mockRejectedValueOnce(new DOMException("No", "NotAllowedError"))
    await rejection(passkeys.login(service))
    vi.restoreAllMocks()
    const keys = service.calls.flatMap(({ body }) => body.clientPublicKey ?? [])
    expect(new Set(keys).size).toBe(2)
    expect(made.filter((bytes) => bytes.length === 32)).toEqual([new Uint8Array(32), new Uint8Array(32)])
  })

  it.each([
    ["a key that is encrypted to another client", { sealedTo: another.publicKey }],
    ["a challenge that is not base64url", { challenge: "a+b=" }],
    ["an empty challenge", { challenge: "" }]
  ])("rejects a response with %s", async (_, options) => {
    const service = openAccount(options)
    expect(await rejection(clientOf(service).passkeys.login(service))).toBeInstanceOf(UnexpectedAnswerError)
  })

  it("throws when the browser returns another type", async () => {
    vi.spyOn(browser.credentials, "get").mockResolvedValueOnce(null)
    const service = openAccount()
    expect(await rejection(clientOf(service).passkeys.login(service))).toEqual(
      new TypeError("The browser returned no assertion")
    )
  })
})

describe("without passkey support", () => {
  it.each([
    ["no navigator", () => vi.stubGlobal("navigator", undefined)],
    ["an insecure page", () => vi.stubGlobal("navigator", {})],
    ["no WebAuthn", () => vi.stubGlobal("PublicKeyCredential", undefined)]
  ])("throws before anything is sent: %s", async (_, remove) => {
    remove()
    const service = openAccount()
    const { passkeys } = clientOf(service)
    const { accountId } = service
    expect(await rejection(passkeys.login(service))).toBeInstanceOf(PasskeysUnavailableError)
    const register = passkeys.register({ accountId, nickname: "x", signer: await generateKeyPair() })
    expect(await rejection(register)).toBeInstanceOf(PasskeysUnavailableError)
    expect(service.calls).toEqual([])
  })
})
