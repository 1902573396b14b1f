import { crc32, deflateSync, inflateSync } from "node:zlib"

/** Re-encodes a PNG of 8-bit RGB or RGBA with its 256 most frequent colors, which takes a third of the bytes. */
export const paletted = (png: Buffer): Buffer => {
  const [width, height, channels] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25] === 6 ? 4 : 3]
  const pixels = pixelsOf(png, width * channels, channels)
  const colorAt = (at: number) => (pixels[at]! << 16) | (pixels[at + 1]! << 8) | pixels[at + 2]!

  const counts = new Map<number, number>()
  for (let at = 0; at < pixels.length; at += channels) counts.set(colorAt(at), (counts.get(colorAt(at)) ?? 0) + 1)
  const colors = [...counts].toSorted(([, one], [, other]) => other - one).map(([color]) => color)
  // The areas, and then one color of each group of similar ones: the shades of letters do not replace a rare color.
  const groups = new Set<number>()
  const isFirst = (color: number) => groups.size < groups.add(color & 0xf0f0f0).size
  const palette = colors.filter((color, rank) => isFirst(color) || rank < AREAS).slice(0, 256)
  const indexes = new Map(palette.map((color, index) => [color, index]))
  const indexOf = (color: number): number => {
    const index = indexes.get(color) ?? nearest(palette, color)
    indexes.set(color, index)
    return index
  }

  // PNG, section 9: each row begins with its filter, which is 0 for none.
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = indexOf(colorAt((y * width + x) * channels))
  const header = Buffer.from(png.subarray(16, 29))
  header[9] = 3
  const entries = Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))
  const data = deflateSync(rows, { level: 9 })
  return Buffer.concat([png.subarray(0, 8), chunk("IHDR", header), chunk("PLTE", entries), chunk("IDAT", data), END])
}

/** The number of the most frequent colors that are all in the palette. */
const AREAS = 48

const nearest = (palette: ReadonlyArray<number>, color: number): number => {
  const distance = (other: number) =>
    [16, 8, 0].reduce((sum, shift) => sum + (((other >> shift) & 255) - ((color >> shift) & 255)) ** 2, 0)
  return palette.reduce((best, other, index) => (distance(other) < distance(palette[best]!) ? index : best), 0)
}

/** The pixels of a PNG that is not interlaced, with its row filters undone. */
const pixelsOf = (png: Buffer, stride: number, channels: number): Uint8Array => {
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const filtered = inflateSync(Buffer.concat(parts))
  const pixels = new Uint8Array((filtered.length / (stride + 1)) * stride)
  for (let at = 0; at < pixels.length; at += 1) {
    const [row, column] = [Math.floor(at / stride), at % stride]
    const left = column < channels ? 0 : pixels[at - channels]!
    const up = row === 0 ? 0 : pixels[at - stride]!
    const corner = row === 0 || column < channels ? 0 : pixels[at - stride - channels]!
    const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filtered[row * (stride + 1)]!]!
    pixels[at] = filtered[row * (stride + 1) + 1 + column]! + predicted
  }
  return pixels
}

/** PNG, section 9.4. */
const paeth = (left: number, up: number, corner: number): number => {
  const [toLeft, toUp, toCorner] = [left, up, corner].map((each) => Math.abs(left + up - corner - each))
  if (toLeft! <= toUp! && toLeft! <= toCorner!) return left
  return toUp! <= toCorner! ? up : corner
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

const END = chunk("IEND", Buffer.alloc(0))
