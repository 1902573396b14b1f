/** Encodes bytes as text: base64 with padding, base64url without. */
export const symbolsOf = (bytes: Uint8Array, alphabet: "base64" | "base64url"): string => {
  const symbols = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${alphabet === "base64" ? "+/" : "-_"}`
  let text = ""
  for (let bit = 0; bit < bytes.length * 8; bit += 6) {
    // The six bits are in one byte or in two; past the end the second is zero.
    const pair = ((bytes[bit >> 3] ?? 0) << 8) | (bytes[(bit >> 3) + 1] ?? 0)
    text += symbols.charAt((pair >> (10 - (bit & 7))) & 63)
  }
  return alphabet === "base64" ? text.padEnd(Math.ceil(text.length / 4) * 4, "=") : text
}
