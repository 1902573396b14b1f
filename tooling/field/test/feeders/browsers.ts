import { runInNewContext } from "node:vm"
import { RP } from "@countersign/harness/fixtures"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { Schema } from "effect"
import { vi } from "vitest"
import { feeding } from "../feeding.ts"
import { clientIn, ownerIn, worldOf } from "../wallet.ts"

const world = worldOf()

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, "base64url"))

/** How a browser or a password manager represents the bytes of a response. */
const REPRESENTATIONS = {
  buffer: (text: string): unknown => bytesOf(text).buffer,
  view: (text: string): unknown => bytesOf(text),
  dataView: (text: string): unknown => new DataView(bytesOf(text).buffer),
  "part of a larger buffer": (text: string): unknown => {
    const bytes = bytesOf(text)
    const larger = new Uint8Array(bytes.length + 9)
    larger.set(bytes, 4)
    return larger.subarray(4, 4 + bytes.length)
  },
  "buffer of another realm": (text: string): unknown =>
    runInNewContext("Uint8Array.from(bytes).buffer", { bytes: [...bytesOf(text)] }),
  base64url: (text: string): unknown => text
} as const

const Shape = Schema.Struct({
  bytes: Schema.Literals([
    "buffer",
    "view",
    "dataView",
    "part of a larger buffer",
    "buffer of another realm",
    "base64url"
  ]),
  transports: Schema.Literals(["a list", "absent", "throws", "not a list", "a property"]),
  id: Schema.optionalKey(Schema.Literals(["rawId", "id alone"])),
  isNullHandle: Schema.optionalKey(Schema.Boolean)
})

const REPORTS: Readonly<Record<(typeof Shape.Type)["transports"], object>> = {
  "a list": { getTransports: () => ["internal", "hybrid"] },
  absent: {},
  throws: {
    getTransports: () => {
      throw new TypeError("Illegal invocation")
    }
  },
  "not a list": { getTransports: () => null },
  "a property": { transports: ["internal"] }
}

/** The credential object that a browser or a password manager returns: whether it is registered, and signs in. */
export const credentialObjects = feeding(Shape, async ({ bytes, id = "rawId", isNullHandle = false, transports }) => {
  const { accountId, keys } = await ownerIn(world)
  const authenticator = makeAuthenticator(RP)
  const as = REPRESENTATIONS[bytes]
  const challengeOf = (options: { readonly publicKey?: { readonly challenge: BufferSource } | undefined }) => {
    const { challenge } = options.publicKey ?? {}
    return Buffer.from(challenge instanceof Uint8Array ? challenge : new Uint8Array()).toString("base64url")
  }
  const named = (credentialId: string, response: object): object =>
    id === "id alone"
      ? { type: "public-key", id: credentialId, response }
      : { type: "public-key", id: credentialId, rawId: as(credentialId), response }
  const credentials = {
    create: async (options: CredentialCreationOptions) => {
      const made = authenticator.register({ challenge: challengeOf(options) })
      const response = { clientDataJSON: as(made.clientDataJson), attestationObject: as(made.attestationObject) }
      return named(made.credentialId, { ...response, ...REPORTS[transports] })
    },
    get: async (options: CredentialRequestOptions) => {
      const made = authenticator.assert({ challenge: challengeOf(options) })
      return named(made.credentialId, {
        clientDataJSON: as(made.clientDataJson),
        authenticatorData: as(made.authenticatorData),
        signature: as(made.signature),
        ...(isNullHandle ? { userHandle: null } : {})
      })
    }
  }
  vi.stubGlobal("navigator", { credentials })
  vi.stubGlobal("location", { hostname: RP.rpId })
  vi.stubGlobal("PublicKeyCredential", class {})
  try {
    const client = clientIn(world)
    const added = await client.passkeys.register({ accountId, nickname: "Phone", signer: keys })
    const session = await client.passkeys.login({ credentialId: added.id })
    return { registered: added.type, session: session.type }
  } finally {
    vi.unstubAllGlobals()
  }
})
