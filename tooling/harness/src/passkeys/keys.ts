import { generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import { type Cbor, cbor } from "./cbor.ts"

/** The algorithms that a software authenticator signs with. */
export type Alg = "ES256" | "RS256" | "EdDSA"

/** A fresh key pair: its COSE key, and its signature over bytes as WebAuthn encodes it. */
export interface Keys {
  readonly alg: number
  readonly cose: ReadonlyMap<number, Cbor>
  readonly publicKey: Uint8Array
  readonly sign: (bytes: Uint8Array) => Uint8Array
}

export const makeKeys = (alg: Alg): Keys => makers[alg]()

/** RSA keys of a size that the default does not have. */
export const makeRsaKeys = (modulusLength: number): Keys => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength })
  const { e, n } = coordinates(publicKey)
  return keys(
    -257,
    new Map<number, Cbor>([
      [1, 3],
      [3, -257],
      [-1, n!],
      [-2, e!]
    ]),
    (bytes) => sign("sha256", bytes, privateKey)
  )
}

const makers: Record<Alg, () => Keys> = {
  ES256: () => {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
    const { x, y } = coordinates(publicKey)
    const cose = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, x!],
      [-3, y!]
    ])
    return keys(-7, cose, (bytes) => sign("sha256", bytes, { key: privateKey, dsaEncoding: "der" }))
  },
  EdDSA: () => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519")
    const cose = new Map<number, Cbor>([
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, coordinates(publicKey).x!]
    ])
    return keys(-8, cose, (bytes) => sign(null, bytes, privateKey))
  },
  RS256: () => makeRsaKeys(2048)
}

const keys = (alg: number, cose: ReadonlyMap<number, Cbor>, signed: (bytes: Uint8Array) => Buffer): Keys => ({
  alg,
  cose,
  publicKey: cbor(cose),
  sign: (bytes) => Uint8Array.from(signed(bytes))
})

/** The binary members of a key in its JSON form. */
const coordinates = (key: KeyObject): { readonly [member: string]: Uint8Array } =>
  Object.fromEntries(
    Object.entries(key.export({ format: "jwk" })).map(([name, text]) => [
      name,
      Uint8Array.from(Buffer.from(String(text), "base64url"))
    ])
  )
