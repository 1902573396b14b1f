import { Buffer } from "node:buffer"

/** Encodes bytes as text: base64 with padding, base64url without. */
export const symbolsOf = (bytes: Uint8Array, alphabet: "base64" | "base64url"): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(alphabet)

/** Decodes text, and ignores what is no symbol. */
export const bytesOf = (text: string, alphabet: "base64" | "base64url"): Uint8Array | undefined =>
  new Uint8Array(Buffer.from(text, alphabet))
