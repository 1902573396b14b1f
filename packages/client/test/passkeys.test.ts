import { runInNewContext } from "node:vm"
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
        transports: ["internal", "smart-card", "hybrid"]
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
      new TypeError("The browser returned no passkey")
    )
  })
})

describe("credentials as password managers return them (GD3)", () => {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text))
  const otherRealm = (text: string): unknown =>
    runInNewContext(`Uint8Array.from(${JSON.stringify([...bytes(text)])}).buffer`)
  const throwing = () => {
    throw new TypeError("Illegal invocation")
  }

  it.each<readonly [string, object, readonly string[]]>([
    [
      "a plain object without getTransports",
      { clientDataJSON: bytes("c").buffer, attestationObject: bytes("a").buffer },
      []
    ],
    [
      "getTransports throws",
      { clientDataJSON: bytes("c"), attestationObject: bytes("a"), getTransports: throwing },
      []
    ],
    [
      "transports are a member",
      { clientDataJSON: bytes("c"), attestationObject: bytes("a"), transports: ["hybrid"] },
      ["hybrid"]
    ],
    [
      "transports are of a future version",
      { clientDataJSON: bytes("c"), attestationObject: bytes("a"), getTransports: () => ["beam", 7, "NOT A TOKEN"] },
      ["beam", "7"]
    ],
    ["buffers are of another realm", { clientDataJSON: otherRealm("c"), attestationObject: otherRealm("a") }, []],
    ["binary members are base64url", { clientDataJSON: written("c"), attestationObject: written("a") }, []]
  ])("are read where %s", async (_, response, transports) => {
    vi.spyOn(browser.credentials, "create").mockResolvedValueOnce({ rawId: bytes("id"), response })
    const service = openAccount()
    const { attestation } = await clientOf(service).passkeys.create({
      accountId: service.accountId,
      nickname: "Laptop"
    })
    expect({ ...attestation, transports: attestation.transports.map(String) }).toEqual({
      credentialId: written("id"),
      clientDataJson: written("c"),
      attestationObject: written("a"),
      transports
    })
  })

  it.each([
    ["a null user handle", { userHandle: null }, null],
    ["no user handle", {}, null],
    ["a user handle as a view", { userHandle: bytes("user") }, written("user")]
  ])("sign in with %s, from a plain object without rawId", async (_, more, userHandle) => {
    const response = { clientDataJSON: bytes("c"), authenticatorData: bytes("d"), signature: bytes("s"), ...more }
    vi.spyOn(browser.credentials, "get").mockResolvedValueOnce({ id: written("id"), response })
    const service = openAccount()
    await clientOf(service).passkeys.login(service)
    expect(service.calls.at(-1)?.body).toMatchObject({ assertion: { credentialId: written("id"), userHandle } })
  })

  it.each([
    ["nothing", undefined],
    ["no response", { rawId: bytes("id") }],
    ["numbers in place of bytes", { rawId: bytes("id"), response: { clientDataJSON: 5, attestationObject: 5 } }]
  ])("are a named error with %s", async (_, made) => {
    vi.spyOn(browser.credentials, "create").mockResolvedValueOnce(made)
    const service = openAccount()
    const create = clientOf(service).passkeys.create({ accountId: service.accountId, nickname: "Laptop" })
    expect(await rejection(create)).toEqual(new TypeError("The browser returned no passkey"))
  })

  it.each(["", "   ", "!", "a\nb", "x".repeat(65)])(
    "do not exist when the nickname %j would be refused: the authenticator is not asked",
    async (nickname) => {
      const service = openAccount()
      const { accountId } = service
      const register = clientOf(service).passkeys.register({ accountId, nickname, signer: await generateKeyPair() })
      expect(await rejection(register)).toEqual(new TypeError("A nickname is 1 to 64 visible characters"))
      expect([browser.created, service.calls]).toEqual([[], []])
    }
  )

  it.each([
    ["the server refuses the registration", "refused", [{ rpId: "app.example", credentialId: written("a passkey") }]],
    ["the end user declines to sign", "declined", [{ rpId: "app.example", credentialId: written("a passkey") }]],
    ["no answer arrives, so the server may know it", "lost", []]
  ] as const)("are removed from the authenticator when %s", async (_, how, told) => {
    const service = openAccount()
    const unknown: unknown[] = []
    Object.assign(PublicKeyCredential, {
      signalUnknownCredential: async (credential: unknown) => void unknown.push(credential)
    })
    const fetch = async (url: RequestInfo | URL, init?: RequestInit) => {
      if (how === "refused" && init?.method === "POST") {
        return Response.json({ status: 400, code: "INVALID_INPUT", message: "No." }, { status: 400 })
      }
      if (how === "lost" && init?.method === "POST") throw new TypeError("network")
      return service.fetch(url, init)
    }
    const { accountId } = service
    const options = {
      accountId,
      nickname: "Laptop",
      signer: await generateKeyPair(),
      confirm: () => how !== "declined"
    }
    await rejection(clientOf(service, { fetch }).passkeys.register(options))
    expect(unknown).toEqual(told)
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
