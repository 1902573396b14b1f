import { attempt, decodeHex, decodeUtf8 } from "@countersign/wire"
import { type ActiveSession, type Client, createClient, generateKeyPair } from "../../src/index.ts"
import { reactNative } from "../../src/reactNative/index.ts"

// An app on React Native: the program that the engine of a test runs.

// Of native.ts, which has run before.
declare const native: (name: string, ...args: readonly unknown[]) => Promise<unknown>
declare const send: (message: object) => void

const secureStorage = {
  getItemAsync: async (name: string) => {
    const value = await native("getItem", name)
    return typeof value === "string" ? value : null
  },
  setItemAsync: (name: string, value: string) => native("setItem", name, value),
  deleteItemAsync: (name: string) => native("deleteItem", name)
}

const passkeys = {
  create: (options: object) => native("createPasskey", options),
  get: (options: object) => native("getPasskey", options)
}

/** Bytes of a xorshift: the engine has no secure source, and a test needs none. */
const filling = (seed: number) => {
  let state = seed
  return (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; at += 1) {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      bytes[at] = state
    }
    return bytes
  }
}

let client: Client | undefined
let session: ActiveSession | undefined
const notices: unknown[] = []

const app = (): Client => {
  if (client === undefined) throw new Error("The app has not started")
  return client
}
const signedIn = (): ActiveSession => {
  if (session === undefined) throw new Error("The app has no session")
  return session
}
const entered = (next: ActiveSession | undefined) => {
  session = next
  if (next === undefined) return undefined
  return { id: next.id, type: next.type, publicKey: next.signer.publicKey }
}

interface Start {
  readonly connection: { readonly baseUrl: string; readonly headers: Readonly<Record<string, string>> }
  readonly bundleSigner: string
  readonly has: "passkeys" | "no passkeys" | "passkeys without rpId" | "nothing"
  readonly random?: "a seed" | "none" | "unfilled"
  readonly seed: number
}

/** The steps of the app, by the names that a test runs them by. */
const steps = {
  globals: () =>
    ["crypto", "TextDecoder", "indexedDB", "document", "location", "DOMException", "structuredClone"].filter(
      (name) => Reflect.get(globalThis, name) !== undefined
    ),
  start: ({ bundleSigner, connection, has, random = "a seed", seed }: Start) => {
    const source = random === "unfilled" ? (bytes: Uint8Array) => bytes.slice() : filling(seed)
    const options = {
      secureStorage,
      ...(random === "none" ? {} : { getRandomValues: source }),
      ...(has === "no passkeys" ? {} : { passkeys }),
      ...(has === "passkeys" ? { rpId: "app.example" } : {})
    }
    const onNotice = (notice: object) => void notices.push(notice)
    client = createClient({
      ...connection,
      bundleSigner,
      onNotice,
      ...(has === "nothing" ? {} : reactNative(options))
    })
  },
  notices: () => notices.splice(0),
  emailLogin: async (credentialId: string, codes: readonly string[]) =>
    entered(await app().emailOtp.login({ credentialId, code: (_, attempt) => codes[attempt - 1] })),
  passkeyLogin: async (credentialId: string) => entered(await app().passkeys.login({ credentialId })),
  addPasskey: (accountId: string, nickname: string) =>
    app().passkeys.register({ accountId, nickname, signer: signedIn() }),
  rename: async (credentialId: string, nickname: string) =>
    (await app().credentials.rename(credentialId, nickname, { signer: signedIn() })).nickname,
  exportWallet: (accountId: string) => app().exportWallet(accountId, { signer: signedIn() }),
  prove: (url: string) => app().prove(signedIn(), { method: "GET", url }),
  refresh: async () => entered(await app().refresh(signedIn())),
  restore: async (id: string) => entered(await app().restore(id)),
  signOut: () => app().logout(signedIn()),
  newKey: async () => (await generateKeyPair()).publicKey,
  texts: (hexes: readonly string[]) => hexes.map((hex) => attempt(() => decodeUtf8(decodeHex(hex))) ?? null)
}
const named = new Map<string, (...args: never[]) => unknown>(Object.entries(steps))

Object.assign(globalThis, {
  run: async (id: number, name: string, json: string) => {
    try {
      const step = named.get(name)
      if (step === undefined) throw new Error(`No step ${name}`)
      send({ done: id, value: await Reflect.apply(step, undefined, JSON.parse(json)) })
    } catch (error) {
      const { code, message, name: kind } = Object(error)
      send({ done: id, error: { name: kind, message, code } })
    }
  }
})
