import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  ECDH,
  type KeyObject,
  sign,
  verify
} from "node:crypto"

/** SHA-256 of a text, as hex. */
export const sha256Hex = (text: string): string => createHash("sha256").update(text).digest("hex")

/** SHA-256 of bytes. */
export const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest()

/** A function of a number, memoized. */
export const memoised = <A>(make: (number: number) => A): ((number: number) => A) => {
  const made = new Map<number, A>()
  return (number) => {
    const known = made.get(number)
    if (known !== undefined) return known
    const fresh = make(number)
    made.set(number, fresh)
    return fresh
  }
}

/** A P-256 point by its coordinates in base64url, the format that Node imports fastest. */
export interface Point {
  readonly x: string
  readonly y: string
}

/** A key pair in every format that the bench uses. */
export interface Pair {
  readonly scalar: Buffer
  readonly point: Point
  readonly compressed: string
  readonly uncompressed: string
}

const CURVE = "prime256v1"

/** A new key pair, or the key pair of a private scalar. */
export const pairOf = (scalar?: Uint8Array): Pair => {
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

/** The point of 65 uncompressed bytes. */
export const pointOf = (bytes: Buffer): Point => ({
  x: bytes.toString("base64url", 1, 33),
  y: bytes.toString("base64url", 33, 65)
})

/** The 65 bytes of a compressed or uncompressed point in hex. Throws for a point off the curve. */
export const expanded = (hex: string): Buffer =>
  Buffer.from(String(ECDH.convertKey(hex, CURVE, "hex", "hex", "uncompressed")), "hex")

/** The compressed hex of a compressed or uncompressed point. Throws for a point off the curve. */
export const compressed = (hex: string): string => String(ECDH.convertKey(hex, CURVE, "hex", "hex", "compressed"))

/** The public key as Node's `KeyObject`. */
export const publicKeyOf = ({ x, y }: Point): KeyObject =>
  createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" })

/** The private key as Node's `KeyObject`. */
export const privateKeyOf = ({ point, scalar }: Pair): KeyObject =>
  createPrivateKey({
    key: { kty: "EC", crv: "P-256", ...point, d: scalar.toString("base64url") },
    format: "jwk"
  })

/** A parsed stamp: the public key and the signature, not verified yet. */
export interface Stamp {
  readonly publicKey: string
  readonly signature: Buffer
}

/** The header of a stamp over `payload`. */
export const stamped = (payload: string, key: KeyObject, publicKey: string): string =>
  Buffer.from(
    JSON.stringify({
      publicKey,
      scheme: SCHEME,
      signature: sign("sha256", Buffer.from(payload), key).toString("hex")
    })
  ).toString("base64url")

/** Parses a stamp header. Returns `undefined` if it is malformed. */
export const stampOf = (header: string): Stamp | undefined => {
  try {
    const read: Readonly<Record<string, unknown>> = JSON.parse(Buffer.from(header, "base64url").toString())
    const { publicKey, scheme, signature } = read
    return typeof publicKey === "string" && typeof signature === "string" && scheme === SCHEME
      ? { publicKey, signature: Buffer.from(signature, "hex") }
      : undefined
  } catch {
    return undefined
  }
}

/** Returns whether the signature is valid for `payload` and `key`. */
export const holds = ({ signature }: Stamp, payload: string, key: KeyObject): boolean =>
  verify("sha256", Buffer.from(payload), key, signature)

const SCHEME = "SIGNATURE_SCHEME_TK_API_P256"
