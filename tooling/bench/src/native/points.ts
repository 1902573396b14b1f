import { createECDH, createPrivateKey, createPublicKey, ECDH, type KeyObject } from "node:crypto"

/** A point of P-256 by its coordinates, base64url: the form that Node imports fastest, and so the one to keep. */
export interface Point {
  readonly x: string
  readonly y: string
}

/** A key pair in every form that the bench needs of one. */
export interface Pair {
  readonly scalar: Buffer
  readonly point: Point
  readonly compressed: string
  readonly uncompressed: string
}

const CURVE = "prime256v1"

/** A fresh pair, or the pair of a private scalar. */
export const pairOf = (scalar?: Uint8Array): Pair => {
  const ecdh = createECDH(CURVE)
  if (scalar === undefined) ecdh.generateKeys()
  else ecdh.setPrivateKey(scalar)
  return {
    // Node leaves out leading zeros: one scalar in 256 has fewer bytes.
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

/** The 65 bytes of a point in hex of either form. Throws off the curve. */
export const expanded = (hex: string): Buffer =>
  Buffer.from(String(ECDH.convertKey(hex, CURVE, "hex", "hex", "uncompressed")), "hex")

/** The compressed spelling of a point in hex of either form. Throws off the curve. */
export const compressed = (hex: string): string => String(ECDH.convertKey(hex, CURVE, "hex", "hex", "compressed"))

/** What Node verifies with. */
export const publicKeyOf = ({ x, y }: Point): KeyObject =>
  createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" })

/** What Node signs with. */
export const privateKeyOf = ({ point, scalar }: Pair): KeyObject =>
  createPrivateKey({
    key: { kty: "EC", crv: "P-256", ...point, d: scalar.toString("base64url") },
    format: "jwk"
  })
