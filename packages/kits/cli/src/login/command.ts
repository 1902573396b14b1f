import { exec } from "node:child_process"
import { randomBytes } from "node:crypto"
import { promisify } from "node:util"
import {
  type ActiveSession,
  type Attestation,
  type AuthSession,
  createClient,
  type Exchange,
  generateKeyPair,
  type KeyPair
} from "@countersign/client"
import {
  decodeHex,
  encodeBase64Url,
  encodeUtf8,
  openSessionSigningKey,
  publicKeyOf,
  sha256,
  signP256,
  uncompressedBytes,
  uncompressedHex
} from "@countersign/wire"
import { type Command, Option } from "commander"
import { jsonIn } from "../json.ts"
import { print } from "../print.ts"
import {
  basic,
  type CallOptions,
  callAt,
  type OnExchange,
  onServiceCommand,
  Refused,
  requireService,
  type Service
} from "../service/Service.ts"
import { coloured, type Terminal } from "../Terminal.ts"
import { byEmailOtp, sessionOf } from "./byEmailOtp.ts"
import { chosenWallet, credentialOf } from "./chosenWallet.ts"
import type { Login, LoginOptions } from "./Login.ts"

/**
 * A software authenticator with one passkey of the page `https://terminal.example`. A sandbox accepts passkeys of any
 * page; any other service rejects this one.
 */
const softPasskey = ({ privateKey, publicKey }: KeyPair) => {
  const id = randomBytes(32)
  return {
    /** WebAuthn Level 3, section 6.5: attestation "none", over a credential of ES256. */
    attest: (challenge: string): Attestation => {
      const [x, y] = [uncompressedBytes(publicKey).slice(1, 33), uncompressedBytes(publicKey).slice(33)]
      const key = concatenated(decodeHex("a5010203262001215820"), x, decodeHex("225820"), y)
      const credential = concatenated(new Uint8Array(16), Uint8Array.of(0, id.length), id, key)
      const data = authenticatorData(ATTESTED, 0, credential)
      // CBOR: { "fmt": "none", "attStmt": {}, "authData": the bytes }
      const head = decodeHex("a363666d74646e6f6e656761747453746d74a068617574684461746158")
      return {
        credentialId: encodeBase64Url(id),
        clientDataJson: encodeBase64Url(clientData("webauthn.create", challenge)),
        attestationObject: encodeBase64Url(concatenated(head, Uint8Array.of(data.length), data)),
        transports: ["internal"]
      }
    },
    /** WebAuthn Level 3, section 6.3.3: signs the authenticator data and the hash of the client data. */
    assert: (challenge: string) => {
      const client = clientData("webauthn.get", challenge)
      const data = authenticatorData(PRESENT, 1, new Uint8Array())
      return {
        credentialId: encodeBase64Url(id),
        clientDataJson: encodeBase64Url(client),
        authenticatorData: encodeBase64Url(data),
        signature: encodeBase64Url(signP256(concatenated(data, sha256(client)), privateKey)),
        userHandle: null
      }
    }
  }
}

const RP_ID = "terminal.example"

/** WebAuthn Level 3, section 6.1: user present and verified; the second value also has attested credential data. */
const PRESENT = 0x05
const ATTESTED = 0x45

const authenticatorData = (flags: number, counter: number, credential: Uint8Array): Uint8Array =>
  concatenated(sha256(encodeUtf8(RP_ID)), Uint8Array.of(flags, 0, 0, 0, counter), credential)

const clientData = (type: string, challenge: string): Uint8Array =>
  encodeUtf8(JSON.stringify({ type, challenge, origin: `https://${RP_ID}`, crossOrigin: false }))

const concatenated = (...parts: ReadonlyArray<Uint8Array>): Uint8Array => Uint8Array.from(Buffer.concat(parts))

/** Signs in with an identity token. In a sandbox, an account without an OAUTH credential gets an invented one. */
const byOauth = async (login: Login): Promise<ActiveSession> => {
  const { client, isSandbox, options } = login
  if (options.credential !== undefined) return withToken(login, options.credential)
  const accountId = await chosenWallet(login)
  const credential = await credentialOf(login, accountId, "OAUTH")
  if (credential !== undefined) return withToken(login, credential.id)
  if (!isSandbox) throw new Error(`${accountId} has no OAUTH credential. The end user must add one in your app.`)
  const signer = await sessionOf(login, accountId)
  // The sandbox clock may be ahead of this machine's.
  const identity = inventedIdentity(Date.parse(signer.createdAt))
  const added = await client.addCredential({ type: "OAUTH", accountId, oidcToken: identity("") }, { signer })
  return client.oauth.login({ credentialId: added.id, token: identity })
}

const withToken = ({ client, options, terminal }: Login, credentialId: string): Promise<ActiveSession> =>
  client.oauth.login({
    credentialId,
    token: async (nonce) => {
      if (options.idTokenFrom !== undefined) return printedBy(options.idTokenFrom, nonce)
      if (terminal.ask === undefined) {
        throw new Error("Pass the command that prints an id token whose nonce is $COUNTERSIGN_NONCE: --id-token-from")
      }
      terminal.err(`Request an id token with this nonce from the issuer:\n${nonce}\n`)
      return (await terminal.ask("Id token: ")).trim()
    }
  })

/** Runs the command in a shell. It is the user's own command line. */
const printedBy = async (command: string, nonce: string): Promise<string> => {
  const env = { ...process.env, COUNTERSIGN_NONCE: nonce }
  const { stdout } = await promisify(exec)(command, { env })
  return stdout.trim()
}

/** Returns tokens of one identity for the sandbox, which accepts any signature. */
const inventedIdentity = (at: number) => {
  const sub = crypto.randomUUID()
  const iat = Math.floor(at / 1000)
  const part = (value: object) => encodeBase64Url(encodeUtf8(JSON.stringify(value)))
  const claims = { iss: "https://accounts.google.com", aud: "countersign", sub, iat, exp: iat + 600 }
  return (nonce: string): string =>
    `${part({ alg: "RS256", typ: "JWT" })}.${part({ ...claims, email: "ada@example.com", nonce, jti: crypto.randomUUID() })}.c2lnbmVkLWJ5LW5vYm9keQ`
}

/** Writes each request and its response, of the command and of the client. */
const exchangesTo = (terminal: Terminal, baseUrl: string) => {
  const printExchange: OnExchange = (request, status, answer) =>
    terminal.out(`${wordsOf(terminal, request, status, answer)}\n`)
  return {
    printExchange,
    onExchange: ({ request, response }: Exchange) =>
      printExchange({ ...request, path: request.url.slice(baseUrl.length) }, response.status, response.body)
  }
}

const wordsOf = (
  terminal: Terminal,
  { body, headers = {}, method, path }: Parameters<OnExchange>[0],
  status: number,
  answer: unknown
) =>
  [
    coloured(terminal, "bold", `\n> ${method} ${path}`),
    ...SIGNED.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${headers[name]}`])),
    ...(body === undefined ? [] : [pretty(body)]),
    coloured(terminal, status < 400 ? "green" : "red", `< ${status}`),
    ...(answer === undefined ? [] : [pretty(answer)])
  ].join("\n")

/** The headers in which the second call of a signed retry differs from the first. */
const SIGNED = ["request-id", "service-wallet-signature"]

/** A body as sent is JSON text, and an answer is a value. */
const pretty = (value: unknown) => {
  const json = typeof value === "string" ? jsonIn(value) : undefined
  return JSON.stringify(json ?? value, undefined, 2) ?? ""
}

/** Adds a software passkey to a sandbox account and signs in with it, with both ceremonies of a browser. */
const byPasskey = async (login: Login): Promise<Pick<AuthSession, "id" | "accountId">> => {
  const { call, client, isSandbox, options } = login
  if (!isSandbox || options.credential !== undefined) {
    throw new Error(
      "The key of a passkey never leaves its authenticator. Sign in on a page, with client.passkeys.login."
    )
  }
  const accountId = await chosenWallet(login)
  const signer = await sessionOf(login, accountId)
  const passkey = softPasskey(await generateKeyPair())
  const challenge = encodeBase64Url(randomBytes(32))
  const added = await client.addCredential(
    { type: "PASSKEY", accountId, nickname: "Terminal", challenge, attestation: passkey.attest(challenge) },
    { signer }
  )
  const clientKey = await generateKeyPair()
  const path = `/auth/credentials/${encodeURIComponent(added.id)}`
  const issued = await call("POST", `${path}/challenge`, { clientPublicKey: uncompressedHex(clientKey.publicKey) })
  const assertion = passkey.assert(String(issued.challenge))
  const requestId = { "request-id": String(issued.requestId) }
  const session = await call("POST", `${path}/verify`, { type: "PASSKEY", assertion }, requestId)
  // Checks that the client can decrypt the session key and sign with it.
  publicKeyOf(await openSessionSigningKey(String(session.encryptedSessionSigningKey), clientKey.privateKey))
  return { id: String(session.id), accountId }
}

interface Options extends CallOptions, LoginOptions {
  readonly type: keyof typeof ways
  readonly bundleSigner?: string
  readonly quiet?: boolean
}

/** `countersign login`: signs in with a credential, and shows each request and response. */
export const loginCommand = (terminal: Terminal): Command =>
  onServiceCommand("login", "Signs a user in and shows each request and response. Without options: a new customer.")
    .addOption(new Option("--type <type>", "the credential").choices(Object.keys(ways)).default("EMAIL_OTP"))
    .option("--customer <id>", "the customer who owns the wallet; default: a new customer")
    .option("--account <id>", "the wallet, InternalAccount:<uuid>")
    .option("--credential <id>", "the credential, AuthMethod:<uuid>")
    .option("--code <code>", "the mailed code; prompted for by default, 000000 in a sandbox")
    .option(
      "--id-token-from <command>",
      "a command that prints an id token whose nonce is $COUNTERSIGN_NONCE; prompted for by default"
    )
    .option("--bundle-signer <hex>", "the key that signs bundles; default COUNTERSIGN_BUNDLE_SIGNER")
    .option("--quiet", "show only the session")
    .action(async (options: Options) => {
      const { baseUrl, bundleSigner, token } = await requireService(terminal, options)
      const service = { baseUrl, token, bundleSigner: trustedSigner(terminal, options, bundleSigner) }
      const login = await loginTo(service, options, terminal)
      const { accountId, id } = await ways[options.type](login)
      const session = (await login.client.sessions.list(accountId)).find((each) => each.id === id)
      if (session === undefined) throw new Error(`${id} was opened but is not listed`)
      const words = `Signed in. ${session.id} is active until ${session.expiresAt}.`
      print(terminal, options, session, isShown(options) ? `\n${words}` : words)
    })

const ways = {
  EMAIL_OTP: byEmailOtp,
  OAUTH: byOauth,
  PASSKEY: byPasskey
} satisfies Readonly<Record<string, (login: Login) => Promise<Pick<AuthSession, "id" | "accountId">>>>

const isShown = ({ json, quiet }: Options): boolean => json !== true && quiet !== true

const trustedSigner = ({ env }: Terminal, options: Options, fallback: string | undefined): string => {
  const signer = options.bundleSigner ?? fallback ?? env.COUNTERSIGN_BUNDLE_SIGNER
  if (signer !== undefined && signer !== "") return signer
  throw new Error(
    "Pass the key that signs the service's bundles: COUNTERSIGN_BUNDLE_SIGNER, or --bundle-signer. In the service it is countersign.bundleSigner."
  )
}

const loginTo = async (service: Required<Service>, options: Options, terminal: Terminal): Promise<Login> => {
  const { onExchange, printExchange } = exchangesTo(terminal, service.baseUrl)
  const client = createClient({
    baseUrl: service.baseUrl,
    bundleSigner: service.bundleSigner,
    headers: { authorization: basic(service.token) },
    ...(isShown(options) ? { onExchange } : {})
  })
  const call = callAt(service, isShown(options) ? printExchange : undefined)
  return { options, terminal, client, call, isSandbox: await isSandbox(service) }
}

/** The sandbox clock does not exist for a production token. */
const isSandbox = async (service: Service): Promise<boolean> => {
  try {
    await callAt(service)("GET", "/sandbox/clock")
    return true
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return false
    throw error
  }
}
