import { attempt } from "../../errors.ts"

/** Encodes bytes as text: base64 with padding, base64url without. */
export const symbolsOf = (bytes: Uint8Array, alphabet: "base64" | "base64url"): string => {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
  return alphabet === "base64" ? text : text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
}

/** Decodes text. Returns `undefined` for most text with other characters than symbols. */
export const bytesOf = (text: string, alphabet: "base64" | "base64url"): Uint8Array | undefined =>
  attempt(() => {
    const symbols = alphabet === "base64" ? text : text.replaceAll("-", "+").replaceAll("_", "/")
    return Uint8Array.from(atob(symbols), (character) => character.charCodeAt(0))
  })
