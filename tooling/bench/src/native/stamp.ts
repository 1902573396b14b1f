import { type KeyObject, sign, verify } from "node:crypto"

/** A stamp as it is read: whose key, and the signature, not yet judged. */
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

/** What a header spells, or nothing where it is no stamp. */
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

/** Whether the signature covers `payload` under `key`. */
export const holds = ({ signature }: Stamp, payload: string, key: KeyObject): boolean =>
  verify("sha256", Buffer.from(payload), key, signature)

const SCHEME = "SIGNATURE_SCHEME_TK_API_P256"
