import { randomBytes, randomInt } from "node:crypto"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { basic, callers, makeWorld } from "@countersign/harness/world"
import { attempt, decodeBase64Url, decodeStamp, publicKeyOf } from "@countersign/wire"
import { afterAll, describe, expect, it } from "vitest"
import { type Engine, engines } from "./reactNative/engines.ts"
import { rejection } from "./service.ts"

/** The origin of an Android app: the hash of the certificate that signs it. */
const ORIGIN = "android:apk-key-hash:pNiP5iKyQ8JwgGOaKA1zGPUPJIS-0H1xKCQcfIoGLck"
const world = makeWorld({ clock: "real", sandbox: { passkeys: { rpIds: ["app.example"], origins: [ORIGIN] } } })
afterAll(() => world.countersign.close())

let users = 0

/** A device with a keychain and an authenticator, and a user of the service. The app is restarted by `start`. */
const device = async (start: (native: Parameters<(typeof engines)[number][1]>[0]) => Promise<Engine>) => {
  users += 1
  const user = await world.customer(callers.a, `user${users}@example.com`)
  const keychain = new Map<string, string>()
  const authenticator = makeAuthenticator({ rpId: "app.example", origin: ORIGIN })
  const prompts: Array<Record<string, unknown>> = []
  const broken = new Set<string>()
  let cancels: "no" | "with null" | "with an error" = "no"

  const unless = (name: string, run: () => unknown) => {
    if (broken.has(name)) throw Object.assign(new Error("the keychain is locked"), { code: "ERR_KEY_CHAIN" })
    return run()
  }
  const prompt = (options: unknown, answer: (challenge: string) => object) => {
    prompts.push(Object(options))
    if (cancels === "with null") return null
    if (cancels === "with an error") throw Object.assign(new Error("No"), { code: "UserCancelled" })
    const id = authenticator.credentialId
    return {
      id,
      rawId: id,
      type: "public-key",
      clientExtensionResults: {},
      response: answer(Object(options).challenge)
    }
  }
  const engine = await start({
    fetch: async (request) => {
      const { body, headers, method, url } = Object(request)
      const response = await world.countersign.handler(new Request(url, { body, headers, method }))
      return { status: response.status, fields: Object.fromEntries(response.headers), text: await response.text() }
    },
    getItem: (name) => unless("getItem", () => keychain.get(String(name)) ?? null),
    setItem: (name, value) =>
      unless("setItem", () => {
        // The rules of expo-secure-store.
        if (!/^[\w.-]+$/u.test(String(name))) throw new Error(`Invalid key ${name}`)
        if (Buffer.byteLength(String(value)) > 2048) throw new Error("The value is too large")
        keychain.set(String(name), String(value))
      }),
    deleteItem: (name) => unless("deleteItem", () => void keychain.delete(String(name))),
    createPasskey: (options) =>
      prompt(options, (challenge) => {
        const { attestationObject, clientDataJson, transports } = authenticator.register({ challenge })
        // Some libraries return base64 with padding.
        return { clientDataJSON: padded(clientDataJson), attestationObject, transports }
      }),
    getPasskey: (options) =>
      prompt(options, (challenge) => {
        const { authenticatorData, clientDataJson, signature } = authenticator.assert({ challenge })
        return { clientDataJSON: clientDataJson, authenticatorData, signature, userHandle: "" }
      })
  })
  const connection = { baseUrl: "https://pay.example/2025-10-13", headers: { authorization: basic(callers.a) } }
  const bundleSigner = world.countersign.bundleSigner
  return {
    ...user,
    ...engine,
    keychain,
    prompts,
    breaks: (...names: readonly string[]) => {
      broken.clear()
      for (const name of names) broken.add(name)
    },
    cancel: (how: typeof cancels) => {
      cancels = how
    },
    start: (more: object = {}) =>
      engine.run("start", { connection, bundleSigner, has: "passkeys", seed: randomInt(1, 2 ** 31), ...more })
  }
}

/** Overlong forms, halves of surrogate pairs, code points above the last, and pieces. */
const ILL_FORMED = [
  "80",
  "c3",
  "c080",
  "c1bf",
  "e08080",
  "eda080",
  "edbfbf",
  "f0808080",
  "f4908080",
  "f888808080",
  "ff"
]

const padded = (text: string) => Buffer.from(text, "base64url").toString("base64")
const idOf = (session: unknown): string => Object(session).id
const nameOf = (session: unknown) => `countersign.${idOf(session).replace(":", ".")}`

describe.each(engines)("GU3: on %s, the client", (_, start) => {
  it("loads, and signs in by e-mail and by passkey, signs, refreshes, restores after a restart and signs out", async () => {
    const app = await device(start)
    expect(await app.run("globals")).toEqual([])
    await app.start()

    const byMail = await app.run("emailLogin", app.credentialId, ["999999", "000000"])
    expect(byMail).toMatchObject({ type: "EMAIL_OTP" })
    const added = await app.run("addPasskey", app.accountId, "Ada's phone 🔑")
    expect(added).toMatchObject({ type: "PASSKEY", nickname: "Ada's phone 🔑" })
    expect(await app.run("rename", idOf(added), "Zoë")).toBe("Zoë")

    const byPasskey = await app.run("passkeyLogin", idOf(added))
    expect(byPasskey).toMatchObject({ type: "PASSKEY" })
    expect(app.prompts).toMatchObject([
      { rp: { id: "app.example", name: "app.example" }, user: { name: "Ada's phone 🔑" }, attestation: "none" },
      { rpId: "app.example", userVerification: "required" }
    ])
    expect(await app.run("exportWallet", app.accountId)).toMatchObject({
      mnemonic: expect.stringMatching(/^\w+( \w+){11}$/u)
    })

    const refreshed = await app.run("refresh")
    expect(idOf(refreshed)).not.toBe(idOf(byPasskey))
    expect([...app.keychain.keys()].toSorted()).toEqual(
      [nameOf(byMail), nameOf(refreshed), "countersign.sessions"].toSorted()
    )

    await app.start()
    expect(await app.run("restore", idOf(byPasskey))).toBeUndefined()
    expect(await app.run("restore", idOf(refreshed))).toEqual(refreshed)
    expect(await app.run("rename", idOf(added), "Restored")).toBe("Restored")
    await app.run("signOut")
    await app.run("restore", idOf(byMail))
    await app.run("signOut")
    expect([...app.keychain]).toEqual([])
    expect(await app.run("notices")).toEqual([])
    app.stop()
  })

  it("decodes well-formed UTF-8, and refuses what the fatal decoder of a browser refuses", async () => {
    const app = await device(start)
    await app.start()
    const hexes = [...ILL_FORMED, ...Array.from({ length: 1000 }, () => randomBytes(randomInt(0, 5)).toString("hex"))]
    hexes.push(...["é", "𝄞🔑", "\uFFFF\u{10FFFF}", "\uFEFF"].map((text) => Buffer.from(text).toString("hex")))
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
    const expected = hexes.map((hex) => {
      const text = attempt(() => decoder.decode(Buffer.from(hex, "hex")))
      return text === undefined || text.startsWith("\uFEFF") ? null : text
    })
    expect(await app.run("texts", hexes)).toEqual(expected)
    expect(expected.slice(0, ILL_FORMED.length)).toEqual(ILL_FORMED.map(() => null))
    app.stop()
  })

  it("makes another key pair each time", async () => {
    const app = await device(start)
    await app.start()
    expect(await app.run("newKey")).not.toBe(await app.run("newKey"))
    app.stop()
  })

  it("proves a session to another endpoint, though URL has no pathname", async () => {
    const app = await device(start)
    await app.start()
    await app.run("emailLogin", app.credentialId, ["000000"])
    const headers = Object(await app.run("prove", "https://app.example/me?full=yes"))
    expect(headers["Service-Wallet-Session"]).toContain("Session:")
    expect(decodeStamp(headers["Service-Wallet-Signature"]).publicKey).toMatch(/^0[23]/u)
    app.stop()
  })
})

describe("GU3: on React Native, without web APIs", () => {
  const [[, start]] = engines

  it("stores a session with its private key, which the app can read, and nothing that names may not have", async () => {
    const app = await device(start)
    await app.start()
    const session = Object(await app.run("emailLogin", app.credentialId, ["000000"]))
    const stored = JSON.parse(app.keychain.get(nameOf(session)) ?? "")
    expect(publicKeyOf(decodeBase64Url(stored.privateKey))).toBe(session.publicKey)
    expect(stored.session).not.toHaveProperty("encryptedSessionSigningKey")
  })

  it.each([
    [
      "no random source",
      { random: "none" },
      /^crypto.getRandomValues is missing. Import "react-native-get-random-values"/u
    ],
    ["a function that fills nothing", { random: "unfilled" }, /^getRandomValues did not fill its array/u],
    ["passkeys without rpId", { has: "passkeys without rpId" }, /^reactNative needs rpId for passkeys/u]
  ])("refuses to start with %s", async (_, options, message) => {
    const app = await device(start)
    const error = await rejection(app.start(options))
    expect(error).toMatchObject({ name: "TypeError", message: expect.stringMatching(message) })
  })

  it("names the remedy when the client was created without reactNative, before anything is sent", async () => {
    const app = await device(start)
    await app.start({ has: "nothing" })
    expect(await rejection(app.run("emailLogin", app.credentialId, []))).toMatchObject({
      name: "WebCryptoUnavailableError",
      message: expect.stringContaining("On React Native, use @countersign/client/react-native.")
    })
  })

  it("names the remedy when reactNative got no passkeys, before anything is sent", async () => {
    const app = await device(start)
    await app.start({ has: "no passkeys" })
    expect(await rejection(app.run("passkeyLogin", app.credentialId))).toMatchObject({
      name: "PasskeysUnavailableError",
      message: expect.stringContaining("On React Native, use @countersign/client/react-native.")
    })
  })

  it.each(["with null", "with an error"] as const)(
    "throws the browser's error when the end user cancels a passkey %s, and adds none",
    async (how) => {
      const app = await device(start)
      await app.start()
      await app.run("emailLogin", app.credentialId, ["000000"])
      app.cancel(how)
      const cancelled = { name: "NotAllowedError", message: "The passkey prompt was cancelled" }
      expect(await rejection(app.run("addPasskey", app.accountId, "Phone"))).toMatchObject(cancelled)
      app.cancel("no")
      const added = await app.run("addPasskey", app.accountId, "Phone")
      app.cancel(how)
      expect(await rejection(app.run("passkeyLogin", idOf(added)))).toMatchObject(cancelled)
      expect(await app.run("rename", idOf(added), "Still signed in")).toBe("Still signed in")
    }
  )

  it("keeps a session in memory that the storage does not accept, and reports it without the key", async () => {
    const app = await device(start)
    await app.start()
    app.breaks("setItem")
    const session = await app.run("emailLogin", app.credentialId, ["000000"])
    expect(await app.run("notices")).toEqual([{ kind: "key-in-memory", reason: "The secure storage rejected it" }])
    expect(await app.run("restore", idOf(session))).toEqual(session)
    app.breaks()
    await app.run("signOut")
    expect(await app.run("restore", idOf(session))).toBeUndefined()
  })

  it("throws SecureStorageError when the storage cannot be read, and restores the session once it can", async () => {
    const app = await device(start)
    await app.start()
    const session = await app.run("emailLogin", app.credentialId, ["000000"])
    await app.start()
    app.breaks("getItem")
    expect(await rejection(app.run("restore", idOf(session)))).toMatchObject({
      name: "SecureStorageError",
      message: expect.stringContaining("Nothing was removed")
    })
    app.breaks()
    expect(await app.run("restore", idOf(session))).toEqual(session)
  })

  it("returns the refreshed session, and reports the old key that the storage did not remove", async () => {
    const app = await device(start)
    await app.start()
    await app.run("emailLogin", app.credentialId, ["000000"])
    app.breaks("deleteItem")
    const next = await app.run("refresh")
    expect(await app.run("notices")).toEqual([
      { kind: "key-not-removed", reason: "The secure storage did not remove it" }
    ])
    await app.start()
    expect(await app.run("restore", idOf(next))).toEqual(next)
  })

  it.each([
    ["text that is not JSON", () => "{"],
    ["an empty text", () => ""],
    ["a list", () => "[]"],
    ["no private key", (text: string) => text.replace("privateKey", "key")],
    [
      "a private key of zeros",
      (text: string) => text.replace(/"privateKey":"[^"]+"/u, `"privateKey":"${"A".repeat(43)}"`)
    ],
    ["a session of another id", (text: string) => text.replace(/"id":"Session:[^"]{8}/u, '"id":"Session:00000000')]
  ])("restores nothing from %s, removes nothing, and signs in again", async (_, changed) => {
    const app = await device(start)
    await app.start()
    const session = await app.run("emailLogin", app.credentialId, ["000000"])
    const content = changed(app.keychain.get(nameOf(session)) ?? "")
    app.keychain.set(nameOf(session), content)
    await app.start()
    expect(await app.run("restore", idOf(session))).toBeUndefined()
    const next = await app.run("emailLogin", app.credentialId, ["000000"])
    expect(await app.run("restore", idOf(next))).toEqual(next)
    expect(app.keychain.get(nameOf(session))).toBe(content)
  })

  it("restores no expired session, and removes those that have expired at the next sign-in", async () => {
    const app = await device(start)
    await app.start()
    const sessions = [
      await app.run("emailLogin", app.credentialId, ["000000"]),
      await app.run("emailLogin", app.credentialId, ["000000"])
    ]
    for (const session of sessions) {
      const text = app.keychain.get(nameOf(session)) ?? ""
      app.keychain.set(nameOf(session), text.replace(/"expiresAt":"[^"]+"/u, '"expiresAt":"2020-01-01T00:00:00.000Z"'))
    }
    await app.start()
    expect(await app.run("restore", idOf(sessions[0]))).toBeUndefined()
    expect(app.keychain.has(nameOf(sessions[0]))).toBe(false)
    const next = await app.run("emailLogin", app.credentialId, ["000000"])
    expect([...app.keychain.keys()].toSorted()).toEqual([nameOf(next), "countersign.sessions"].toSorted())
  })

  it("reads no name of the storage that is not of a session", async () => {
    const app = await device(start)
    await app.start()
    app.keychain.set("countersign.other", "{}")
    for (const id of ["other", "sessions", "Session:", "../Session:1"])
      expect(await app.run("restore", id)).toBeUndefined()
  })
})
