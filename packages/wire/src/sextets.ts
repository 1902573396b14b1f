/** An alphabet of 64 symbols, ready to read and to write. */
export interface Sextets {
  /** The symbol of each value. */
  readonly symbols: string
  /** The value of each symbol's code, and 255 where there is none. */
  readonly values: Uint8Array
}

/** The alphabet of base64 whose last two symbols are these. Source: RFC 4648 sections 4 and 5. */
export const sextetsWith = (lastTwo: string): Sextets => {
  const symbols = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${lastTwo}`
  const values = new Uint8Array(128).fill(NONE)
  for (const [value, symbol] of [...symbols].entries()) values[symbol.charCodeAt(0)] = value
  return { symbols, values }
}

/**
 * Bytes of unpadded base64 symbols, or `undefined` when they are not the canonical spelling of any bytes.
 *
 * Platform decoders skip foreign characters and ignore spare bits, so two texts may mean the same bytes. This one does not.
 */
export const decodeSextets = (symbols: string, { values }: Sextets): Uint8Array | undefined => {
  // A lone last symbol holds six bits, which is less than a byte.
  if (symbols.length % 4 === 1) return undefined
  const bytes = new Uint8Array(Math.floor((symbols.length * 3) / 4))
  let held = 0
  let bits = 0
  let at = 0
  for (let index = 0; index < symbols.length; index += 1) {
    const value = values[symbols.charCodeAt(index)] ?? NONE
    if (value === NONE) return undefined
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
export const encodeSextets = (bytes: Uint8Array, { symbols }: Sextets): string => {
  let text = ""
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 6) {
      bits -= 6
      text += symbols.charAt(held >> bits)
      held &= (1 << bits) - 1
    }
  }
  return bits === 0 ? text : text + symbols.charAt(held << (6 - bits))
}

const NONE = 255
