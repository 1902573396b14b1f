/**
 * Bytes of unpadded base64 symbols, or `undefined` when they are not the canonical spelling of any bytes.
 *
 * Platform decoders skip foreign characters and ignore spare bits, so two texts may mean the same bytes. This one does not.
 */
export const decodeSextets = (symbols: string, alphabet: string): Uint8Array | undefined => {
  // A lone last symbol holds six bits, which is less than a byte.
  if (symbols.length % 4 === 1) return undefined
  const bytes = new Uint8Array(Math.floor((symbols.length * 3) / 4))
  let held = 0
  let bits = 0
  let at = 0
  for (const symbol of symbols) {
    const value = alphabet.indexOf(symbol)
    if (value < 0) return undefined
    held = (held << 6) | value
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[at] = held >> bits
    at += 1
    held &= (1 << bits) - 1
  }
  // RFC 4648 section 3.5: pad bits MUST be zero, and a decoder MAY refuse the text when they are not.
  return held === 0 ? bytes : undefined
}

/** Unpadded base64 symbols of bytes. */
export const encodeSextets = (bytes: Uint8Array, alphabet: string): string => {
  let symbols = ""
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 6) {
      bits -= 6
      symbols += alphabet.charAt(held >> bits)
      held &= (1 << bits) - 1
    }
  }
  return bits === 0 ? symbols : symbols + alphabet.charAt(held << (6 - bits))
}
