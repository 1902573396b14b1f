// SEC 2: the field of secp256k1, and its curve y^2 = x^3 + 7.
const FIELD = 2n ** 256n - 2n ** 32n - 977n

/** Returns whether 33 bytes are a compressed point of the curve. Source: SEC 1, section 2.3.4. */
export const isPoint = (bytes: Uint8Array): boolean => {
  if (bytes.length !== 33 || (bytes[0] !== 2 && bytes[0] !== 3)) return false
  const x = bytes.subarray(1).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  return x < FIELD && isSquare((x ** 3n + 7n) % FIELD)
}

/** Euler's criterion. No point of the curve has y = 0. */
const isSquare = (number: bigint): boolean => {
  let [power, base, exponent] = [1n, number, (FIELD - 1n) / 2n]
  for (; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) power = (power * base) % FIELD
    base = (base * base) % FIELD
  }
  return power === 1n
}
