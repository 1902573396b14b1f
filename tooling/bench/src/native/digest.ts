import { createHash } from "node:crypto"

/** SHA-256 of a text, as hex. */
export const sha256Hex = (text: string): string => createHash("sha256").update(text).digest("hex")

/** SHA-256 of bytes. */
export const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest()
