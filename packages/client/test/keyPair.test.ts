import { inspect } from "node:util"
import { encodeHex, publicKeyOf } from "@countersign/wire"
import { afterEach, describe, expect, it, vi } from "vitest"
import { generateKeyPair, type KeyPair } from "../src/index.ts"
import { CODE, clientOf, openService, secretOf } from "./service.ts"

afterEach(() => {
  vi.restoreAllMocks()
})

const hex = ({ privateKey }: Pick<KeyPair, "privateKey">) => encodeHex(privateKey)

/** The common serializations of a value, and its enumerable fields. */
const writtenDown = (value: object) => {
  const fields: unknown[] = []
  for (const name in value) fields.push([name, Reflect.get(value, name)])
  return [
    JSON.stringify(value),
    JSON.stringify(Object.entries(value)),
    JSON.stringify(fields),
    JSON.stringify({ ...value }),
    JSON.stringify(structuredClone(value)),
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
    String(value)
  ].join("\n")
}

const expectHidden = (value: object, keyPair: Pick<KeyPair, "privateKey" | "publicKey">) => {
  const text = writtenDown(value)
  expect(text).toContain(keyPair.publicKey)
  expect(text).not.toContain(hex(keyPair))
  expect(text).not.toContain([...keyPair.privateKey].join(","))
  expect(text).not.toContain([...keyPair.privateKey].join(", "))
}

describe("a key pair", () => {
  it("is a random scalar and its point", async () => {
    const pairs = await Promise.all(Array.from({ length: 50 }, generateKeyPair))
    for (const pair of pairs) expect(publicKeyOf(pair.privateKey)).toBe(pair.publicKey)
    expect(new Set(pairs.map(hex)).size).toBe(50)
  })

  it.each([
    ["beyond the order", 0xff],
    ["zero", 0x00]
  ])("discards random bytes that are not a scalar: %s", async (_, byte) => {
    const random = vi.spyOn(crypto, "getRandomValues")
    random.mockImplementationOnce((bytes) => {
      if (bytes instanceof Uint8Array) bytes.fill(byte)
      return bytes
    })
    const pair = await generateKeyPair()
    expect(publicKeyOf(pair.privateKey)).toBe(pair.publicKey)
    expect(new Set(pair.privateKey).size).toBeGreaterThan(1)
  })

  it("omits its private key from JSON, enumeration, copies and console output", async () => {
    const pair = await generateKeyPair()
    expectHidden(pair, pair)
  })
})

describe("an active session", () => {
  it("omits its private key from JSON, enumeration, copies and console output", async () => {
    const service = openService()
    const session = await clientOf(service).emailOtp.login({ credentialId: service.credentialId, code: () => CODE })
    expectHidden(session, { publicKey: session.signer.publicKey, privateKey: secretOf(session) })
    expect(JSON.parse(JSON.stringify(session))).toMatchObject({ signer: { publicKey: session.signer.publicKey } })
  })

  it("hides the private key of a plain key pair", async () => {
    const service = openService()
    const { privateKey, publicKey } = await generateKeyPair()
    const session = await clientOf(service).emailOtp.login({
      credentialId: service.credentialId,
      code: () => CODE,
      keyPair: { privateKey, publicKey }
    })
    expect(encodeHex(secretOf(session))).toBe(encodeHex(privateKey))
    expectHidden(session, { publicKey, privateKey })
  })

  it("still signs after a spread of the session", async () => {
    const service = openService()
    const client = clientOf(service)
    const session = await client.emailOtp.login({ credentialId: service.credentialId, code: () => CODE })
    await client.logout({ ...session })
    expect(service.sessions.size).toBe(0)
  })
})
