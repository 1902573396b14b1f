/** The values that the encoder supports. Maps preserve their order. */
export type Cbor = number | boolean | string | Uint8Array | ReadonlyArray<Cbor> | ReadonlyMap<number | string, Cbor>

/** CBOR in the shortest form, which is what authenticators write. */
export const cbor = (value: Cbor): Uint8Array => {
  if (typeof value === "boolean") return Uint8Array.of(value ? 0xf5 : 0xf4)
  if (typeof value === "number") return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (typeof value === "string") return string(3, new TextEncoder().encode(value))
  if (value instanceof Uint8Array) return string(2, value)
  if (value instanceof Map) {
    return concat(cborHead(5, value.size), ...[...value].flatMap(([key, member]) => [cbor(key), cbor(member)]))
  }
  const items = [...value.values()] as ReadonlyArray<Cbor>
  return concat(cborHead(4, items.length), ...items.map(cbor))
}

/** The first bytes of an item: its major type and its argument. */
export const cborHead = (major: number, argument: number): Uint8Array => {
  if (argument < 24) return Uint8Array.of((major << 5) | argument)
  const width = argument < 2 ** 8 ? 1 : argument < 2 ** 16 ? 2 : argument < 2 ** 32 ? 4 : 8
  return concat(Uint8Array.of((major << 5) | (24 + Math.log2(width))), bigEndian(argument, width))
}

/** A number in so many bytes. */
export const bigEndian = (number: number, width: number): Uint8Array =>
  Uint8Array.from({ length: width }, (_, at) => Math.floor(number / 256 ** (width - 1 - at)) % 256)

export const concat = (...parts: ReadonlyArray<Uint8Array>): Uint8Array => Uint8Array.from(Buffer.concat(parts))

const string = (major: number, bytes: Uint8Array) => concat(cborHead(major, bytes.length), bytes)
