import { Buffer } from "node:buffer"

/** Encodes bytes as text: base64 with padding, base64url without. */
export const symbolsOf = (bytes: Uint8Array, alphabet: "base64" | "base64url"): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(alphabet)
