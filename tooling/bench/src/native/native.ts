import type { KeyObject } from "node:crypto"
import { createECDH, createHash, createPrivateKey, createPublicKey, ECDH, sign, verify } from "node:crypto"

export const sha256Hex = (text: string): string => createHash("sha256").update(text).digest("hex")
export const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest()

export const memoised = <A>(make: (number: number) => A): ((number: number) => A) => {
  const made = new Map<number, A>()
  return (number) => {
    const known = made.get(number) ?? make(number)
    made.set(number, known)
    return known
  }
}

/** A P-256 point by its coordinates in base64url, the format that Node imports fastest. */
export type Point = Readonly<Record<"x" | "y", string>>

/** A key pair in every format that the bench uses. */
export type Pair = ReturnType<typeof pairOf>

const CURVE = "prime256v1"

/** A new key pair, or the key pair of a private scalar. */
export const pairOf = (scalar?: Uint8Array) => {
  const ecdh = createECDH(CURVE)
  if (scalar === undefined) ecdh.generateKeys()
  else ecdh.setPrivateKey(scalar)
  return {
    // Node omits leading zeros: one scalar in 256 has fewer bytes.
    scalar: Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()]).subarray(-32),
    point: pointOf(ecdh.getPublicKey()),
    compressed: ecdh.getPublicKey("hex", "compressed"),
    uncompressed: ecdh.getPublicKey("hex")
  }
}

export const pointOf = (bytes: Buffer): Point => {
  return { x: bytes.toString("base64url", 1, 33), y: bytes.toString("base64url", 33, 65) }
}

/** The 65 bytes of a compressed or uncompressed point in hex. Throws for a point off the curve. */
export const expanded = (hex: string): Buffer =>
  Buffer.from(String(ECDH.convertKey(hex, CURVE, "hex", "hex", "uncompressed")), "hex")

/** The compressed hex of a compressed or uncompressed point. Throws for a point off the curve. */
export const compressed = (hex: string): string => String(ECDH.convertKey(hex, CURVE, "hex", "hex", "compressed"))

export const publicKeyOf = ({ x, y }: Point): KeyObject =>
  createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" })

export const privateKeyOf = ({ point, scalar }: Pair): KeyObject =>
  createPrivateKey({ key: { kty: "EC", crv: "P-256", ...point, d: scalar.toString("base64url") }, format: "jwk" })

export const stamped = (payload: string, key: KeyObject, publicKey: string): string => {
  const signature = sign("sha256", Buffer.from(payload), key).toString("hex")
  return Buffer.from(JSON.stringify({ publicKey, scheme: SCHEME, signature })).toString("base64url")
}

/** Parses a stamp header, without verifying the signature. Returns `undefined` if it is malformed. */
export const stampOf = (header: string) => {
  try {
    const read: Readonly<Record<string, unknown>> = JSON.parse(Buffer.from(header, "base64url").toString())
    const { publicKey, scheme, signature } = read
    if (typeof publicKey !== "string" || typeof signature !== "string" || scheme !== SCHEME) return undefined
    return { publicKey, signature: Buffer.from(signature, "hex") }
  } catch {
    return undefined
  }
}
type Stamp = NonNullable<ReturnType<typeof stampOf>>

/** Returns whether the signature is valid for `payload` and `key`. */
export const holds = ({ signature }: Stamp, payload: string, key: KeyObject): boolean =>
  verify("sha256", Buffer.from(payload), key, signature)

const SCHEME = "SIGNATURE_SCHEME_TK_API_P256"
