import {
  type ActiveSession,
  type Client,
  CountersignError,
  createClient,
  generateKeyPair,
  type Notice
} from "@countersign/client"

const sessions = new Map<string, ActiveSession>()
const notices: Notice[] = []

const open = async (): Promise<Client> => {
  const { bundleSigner } = await (await fetch("/config")).json()
  return createClient({ baseUrl: "/2025-10-13", bundleSigner, onNotice: (notice) => notices.push(notice) })
}
const client = open()

const remembered = (session: ActiveSession) => {
  sessions.set(session.id, session)
  const { signer, ...shown } = session
  return { ...shown, signer: { publicKey: signer.publicKey } }
}

const sessionOf = (id: string): ActiveSession => {
  const session = sessions.get(id)
  if (session === undefined) throw new Error(`The page has no session ${id}`)
  return session
}

/** The status and the reason of an error. Only the message of an error crosses from the page to the test. */
const refusalOf = async (promise: Promise<unknown>) => {
  try {
    await promise
  } catch (error) {
    if (error instanceof CountersignError) return { status: error.status, reason: error.reason }
    return { status: 0, reason: String(error) }
  }
  return undefined
}

/** An identity token of a well-known issuer. The sandbox accepts it with any signature. */
const identityToken = (nonce: string, of: object = {}): string => {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: "https://accounts.google.com", aud: "app", sub: "ada", iat: now, exp: now + 300, nonce, ...of }
  return [{ alg: "RS256", typ: "JWT" }, claims]
    .map((part) => btoa(JSON.stringify(part)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""))
    .concat("c2lnbmF0dXJl")
    .join(".")
}

/** The functions that the page offers to the test. The page has no API token: its server adds it. */
const api = {
  notices,
  signIn: async (credentialId: string, code: string) =>
    remembered(await (await client).emailOtp.login({ credentialId, code: () => code })),
  register: async (accountId: string, nickname: string, signer: string) =>
    (await client).passkeys.register({ accountId, nickname, signer: sessionOf(signer) }),
  passkeyLogin: async (credentialId: string) => remembered(await (await client).passkeys.login({ credentialId })),
  addIdentity: async (accountId: string, signer: string, of: object = {}) =>
    (await client).addCredential(
      { type: "OAUTH", accountId, oidcToken: identityToken("", of) },
      { signer: sessionOf(signer) }
    ),
  identityLogin: async (credentialId: string, of: object = {}) =>
    remembered(await (await client).oauth.login({ credentialId, token: (nonce) => identityToken(nonce, of) })),
  revoke: async (credentialId: string, signer: string) =>
    (await client).revokeCredential(credentialId, { signer: sessionOf(signer) }),
  refresh: async (id: string) => remembered(await (await client).refresh(sessionOf(id))),
  logout: async (id: string) => (await client).logout(sessionOf(id)),
  listed: async (accountId: string) => (await (await client).sessions.list(accountId)).map(({ id }) => id),
  exportWallet: async (accountId: string, id: string) =>
    (await client).exportWallet(accountId, { signer: sessionOf(id) }),
  restore: async (id: string) => {
    const session = await (await client).restore(id)
    return session === undefined ? undefined : remembered(session)
  },
  /** Stamps a payload with a new key pair. */
  stamp: async (payload: string) => (await generateKeyPair()).sign(payload),
  /** Makes WebCrypto refuse a private key without its public point, as WebKit does. */
  refuseBareKeys: () => {
    const { importKey } = crypto.subtle
    Reflect.set(crypto.subtle, "importKey", (...parameters: readonly unknown[]) => {
      const [format, bytes] = parameters
      const isBare = format === "pkcs8" && bytes instanceof Uint8Array && bytes.length < 100
      return isBare
        ? Promise.reject(new DOMException("", "DataError"))
        : Reflect.apply(importKey, crypto.subtle, parameters)
    })
  },
  refusalOf,
  /** The stored session keys, and whether the browser exports any of them. */
  keptKeys: () =>
    new Promise<readonly unknown[]>((resolve, reject) => {
      const opened = indexedDB.open("countersign")
      opened.onerror = () => reject(opened.error)
      opened.onsuccess = () => {
        const all = opened.result.transaction("sessions").objectStore("sessions").getAll()
        all.onsuccess = () => resolve(Promise.all(all.result.map(inspected)))
        opened.result.close()
      }
    })
}

const inspected = async ({ key, session }: { readonly key: unknown; readonly session: { readonly id: string } }) => {
  if (!(key instanceof CryptoKey)) return { id: session.id, key: "no CryptoKey" }
  const formats = ["jwk", "pkcs8"] as const
  const read = await Promise.allSettled(formats.map((format) => crypto.subtle.exportKey(format, key)))
  return {
    id: session.id,
    extractable: key.extractable,
    algorithm: key.algorithm.name,
    readBy: read.filter(({ status }) => status === "fulfilled").length
  }
}

declare global {
  var wallet: typeof api
}
globalThis.wallet = api
