import { exec } from "node:child_process"
import { randomBytes } from "node:crypto"
import { promisify } from "node:util"
import { type ActiveSession, type AuthSession, type Client, generateKeyPair } from "@countersign/client"
import { encodeBase64Url, encodeUtf8, openSessionSigningKey, publicKeyOf, uncompressedHex } from "@countersign/wire"
import type { callAt } from "../service/Service.ts"
import type { Terminal } from "../Terminal.ts"
import { softPasskey } from "./softPasskey.ts"

export interface LoginOptions {
  readonly type?: string
  readonly customer?: string
  readonly account?: string
  readonly credential?: string
  readonly code?: string
  readonly idTokenFrom?: string
}

/** The dependencies of each login method. */
export interface Login {
  readonly options: LoginOptions
  readonly terminal: Terminal
  /** Calls the API with the API token, as the platform's backend does. */
  readonly call: ReturnType<typeof callAt>
  /** Signs as the end user's device does. */
  readonly client: Client
  /** In a sandbox the command acts for the end user: the code is fixed, and any identity is accepted. */
  readonly isSandbox: boolean
}

const byEmailOtp = async (login: Login): Promise<ActiveSession> =>
  withCode(login, login.options.credential ?? (await emailCredential(login, await chosenWallet(login))))

/** Opens the session that is needed to add another credential. */
const sessionOf = async (login: Login, accountId: string): Promise<ActiveSession> =>
  withCode(login, await emailCredential(login, accountId))

const emailCredential = async (login: Login, accountId: string): Promise<string> => {
  const id = await credentialOf(login, accountId, "EMAIL_OTP")
  if (id === undefined) throw new Error(`${accountId} has no EMAIL_OTP credential. Pass --type OAUTH.`)
  return id
}

const withCode = ({ client, isSandbox, options, terminal }: Login, credentialId: string): Promise<ActiveSession> =>
  client.emailOtp.login({
    credentialId,
    code: ({ nickname }, attempt) => {
      // A code from the option would be the same at the second attempt.
      if (options.code !== undefined) return attempt === 1 ? options.code : undefined
      if (isSandbox) return attempt === 1 ? SANDBOX_CODE : undefined
      if (terminal.ask === undefined) throw new Error("Pass the mailed code: --code 123456")
      return terminal.ask(`${attempt === 1 ? "" : "The code is wrong. "}Code mailed to ${nickname}: `)
    }
  })

/** The sandbox mails nothing. */
const SANDBOX_CODE = "000000"

/** Returns the wallet to sign in to: from the options, or of a new customer. */
const chosenWallet = async ({ call, options }: Login): Promise<string> => {
  if (options.account !== undefined) return options.account
  const customer = options.customer ?? idOf(await call("POST", "/customers", ADA))
  const wallets = await call(
    "GET",
    `/internal-accounts?customerId=${encodeURIComponent(customer)}&type=EMBEDDED_WALLET`
  )
  const [wallet]: ReadonlyArray<unknown> = Array.isArray(wallets.data) ? wallets.data : []
  if (wallet === undefined) throw new Error(`${customer} has no embedded wallet to sign in to.`)
  return idOf(wallet)
}

const ADA = { customerType: "INDIVIDUAL", fullName: "Ada Example", email: "ada@example.com" }

const credentialOf = async ({ client }: Login, accountId: string, type: string): Promise<string | undefined> =>
  (await client.credentials.list(accountId)).find((each) => each.type === type)?.id

const idOf = (answer: unknown): string => {
  const { id } = { id: undefined, ...Object(answer) }
  if (typeof id !== "string") throw new Error("The response has no id. Is this the address of a Countersign service?")
  return id
}

/** Signs in with an identity token. In a sandbox, an account without an OAUTH credential gets an invented one. */
const byOauth = async (login: Login): Promise<ActiveSession> => {
  const { client, isSandbox, options } = login
  if (options.credential !== undefined) return withToken(login, options.credential)
  const accountId = await chosenWallet(login)
  const credential = await credentialOf(login, accountId, "OAUTH")
  if (credential !== undefined) return withToken(login, credential)
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

/** How to sign in with each type of credential. */
export const ways = {
  EMAIL_OTP: byEmailOtp,
  OAUTH: byOauth,
  PASSKEY: byPasskey
} satisfies Readonly<Record<string, (login: Login) => Promise<Pick<AuthSession, "id" | "accountId">>>>
