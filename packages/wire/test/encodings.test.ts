import { base64, base64url, base64urlnopad } from "@scure/base"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  decodeBase64,
  decodeBase64Url,
  decodeHex,
  decodeUtf8,
  encodeBase64,
  encodeBase64Url,
  encodeHex,
  encodeUtf8,
  equalBytes,
  hmacSha256,
  portableTextDecoder,
  sha256,
  sha256Hex,
  useTextDecoder
} from "../src/index.ts"
import { codeOf } from "./codeOf.ts"
import { withByte } from "./keys.ts"

const bytes = fc.uint8Array({ maxLength: 200 })
const anyText = fc.string({ unit: "binary", maxLength: 60 })

describe("hex", () => {
  it("reads both cases and writes lower case", () => {
    expect(decodeHex("00fFAa")).toEqual(Uint8Array.of(0, 255, 170))
    expect(encodeHex(Uint8Array.of(0, 255, 170))).toBe("00ffaa")
    expect(decodeHex("")).toEqual(new Uint8Array())
  })

  it.each([
    "0",
    "0g",
    "zz",
    "0x00",
    " 00",
    "00 ",
    "00\n",
    "0 0",
    "00-00",
    "０0",
    "00\0",
    "٠٠",
    "é0",
    "+1",
    "-1",
    "1e" + "_"
  ])("rejects %j (F4)", (text) => {
    expect(codeOf(() => decodeHex(text))).toBe("HEX_MALFORMED")
  })

  it("checks a cap and a fixed length before the digits", () => {
    expect(codeOf(() => decodeHex("zz".repeat(5), { maxBytes: 4 }))).toBe("TOO_LONG")
    expect(codeOf(() => decodeHex("00".repeat(4), { maxBytes: 4 }))).toBe("accepted")
    expect(codeOf(() => decodeHex("00".repeat(3), { bytes: 4 }))).toBe("HEX_MALFORMED")
    expect(codeOf(() => decodeHex("00".repeat(5), { bytes: 4 }))).toBe("HEX_MALFORMED")
    expect(codeOf(() => decodeHex("00".repeat(4), { bytes: 4 }))).toBe("accepted")
  })

  it("round-trips, and agrees with the platform on every accepted text", () => {
    fc.assert(fc.property(bytes, (value) => equalBytes(decodeHex(encodeHex(value)), value)))
    fc.assert(
      fc.property(anyText, (text) => {
        if (codeOf(() => decodeHex(text)) === "HEX_MALFORMED") return
        expect(encodeHex(decodeHex(text))).toBe(text.toLowerCase())
      })
    )
  })
})

describe("a cap on the decoded length", () => {
  it("is checked before any other work: longer text is not read (O9)", () => {
    for (const decode of [decodeBase64, decodeBase64Url]) {
      expect(() => decode("*".repeat(9), { maxBytes: 4 })).toThrow(/^The base64(url)? text is longer than allowed$/u)
      expect(codeOf(() => decode("*".repeat(9), { maxBytes: 4 }))).toBe("TOO_LONG")
      expect(codeOf(() => decode("*".repeat(8), { maxBytes: 4 }))).toMatch(/^BASE64(URL)?_MALFORMED$/u)
    }
  })
})

describe("base64", () => {
  it.each([
    ["", ""],
    ["f", "Zg=="],
    ["fo", "Zm8="],
    ["foo", "Zm9v"],
    ["foob", "Zm9vYg=="],
    ["fooba", "Zm9vYmE="],
    ["foobar", "Zm9vYmFy"]
  ])("encodes %j as RFC 4648 section 10 does", (text, coded) => {
    expect(encodeBase64(encodeUtf8(text))).toBe(coded)
    expect(decodeUtf8(decodeBase64(coded))).toBe(text)
    expect(encodeBase64Url(encodeUtf8(text))).toBe(coded.replaceAll("=", ""))
    expect(decodeUtf8(decodeBase64Url(coded.replaceAll("=", "")))).toBe(text)
    expect(decodeUtf8(decodeBase64Url(coded, { padding: "optional" }))).toBe(text)
  })

  // Every row but the last two decodes without complaint in Node's Buffer.
  it.each([
    "Zg",
    "Zg=",
    "Zg===",
    "Zm8",
    "Zm8==",
    "Zm9v=",
    "Zm9v====",
    "Zh==",
    "Zm9=",
    "a!b@",
    "Zm9v\n",
    " Zm9v",
    "Zm 9v",
    "Zm9\tv",
    "-_-_",
    "Zm9vYg==Zm9v",
    "Zg==Zg==",
    "Z",
    "Zm9vY",
    "Zm9é",
    "====",
    "=",
    "Zm=v",
    "Zm=8",
    "Z==g"
  ])("rejects %j (F4)", (text) => {
    expect(codeOf(() => decodeBase64(text))).toBe("BASE64_MALFORMED")
  })

  it("round-trips, agrees with the platform, and accepts one text for one value", () => {
    fc.assert(
      fc.property(bytes, (value) => {
        expect(encodeBase64(value)).toBe(Buffer.from(value).toString("base64"))
        expect(decodeBase64(encodeBase64(value))).toEqual(value)
      })
    )
    fc.assert(
      fc.property(fc.oneof(anyText, fc.base64String()), (text) => {
        if (codeOf(() => decodeBase64(text)) !== "accepted") return
        expect(encodeBase64(decodeBase64(text))).toBe(text)
      })
    )
  })

  it("caps the decoded length exactly", () => {
    for (const length of [0, 1, 2, 3, 4, 5, 6]) {
      const text = encodeBase64(new Uint8Array(length))
      expect(codeOf(() => decodeBase64(text, { maxBytes: length }))).toBe("accepted")
      if (length > 0) expect(codeOf(() => decodeBase64(text, { maxBytes: length - 1 }))).toBe("TOO_LONG")
    }
  })
})

describe("base64url", () => {
  it.each(["Zg==", "Zm8=", "=", "Z", "Zh", "Zm9", "+/+/", "Zm9v\n", " Zm9v", "Zm9v.", "Zm9vé", "Zm9v\0", "Zm9v%3D"])(
    "rejects %j when padding is forbidden (F4)",
    (text) => {
      expect(codeOf(() => decodeBase64Url(text))).toBe("BASE64URL_MALFORMED")
    }
  )

  it.each([
    "Zg=",
    "Zg===",
    "Zm8==",
    "Zm9v=",
    "Zm9v====",
    "Zh==",
    "Zm9=",
    "====",
    "Z===",
    "=Zg=",
    "Zg==Zg==",
    "Zg== ",
    "Zm=8"
  ])("rejects %j when padding is optional (F4)", (text) => {
    expect(codeOf(() => decodeBase64Url(text, { padding: "optional" }))).toBe("BASE64URL_MALFORMED")
  })

  it("round-trips, agrees with the platform, and accepts one text for one value", () => {
    fc.assert(
      fc.property(bytes, (value) => {
        expect(encodeBase64Url(value)).toBe(Buffer.from(value).toString("base64url"))
        expect(decodeBase64Url(encodeBase64Url(value))).toEqual(value)
      })
    )
    fc.assert(
      fc.property(fc.oneof(anyText, fc.base64String()), (text) => {
        if (codeOf(() => decodeBase64Url(text)) !== "accepted") return
        expect(encodeBase64Url(decodeBase64Url(text))).toBe(text)
      })
    )
  })

  it("caps the decoded length exactly", () => {
    for (const length of [0, 1, 2, 3, 4, 5, 6]) {
      const text = encodeBase64Url(new Uint8Array(length))
      expect(codeOf(() => decodeBase64Url(text, { maxBytes: length }))).toBe("accepted")
      if (length > 0) expect(codeOf(() => decodeBase64Url(text, { maxBytes: length - 1 }))).toBe("TOO_LONG")
    }
  })
})

describe("decoding compared with @scure/base", () => {
  const padded = fc.tuple(fc.oneof(fc.base64String(), fc.string({ unit: "binary" })), fc.constantFrom("", "=", "=="))
  const spelled = fc.oneof(
    padded.map(([text, padding]) => text + padding),
    padded.map(([text, padding]) => text.replaceAll("=", "").replaceAll("+", "-").replaceAll("/", "_") + padding)
  )
  const verdict = (decode: (text: string) => Uint8Array, text: string) => {
    try {
      return encodeHex(decode(text))
    } catch {
      return "refused"
    }
  }

  it.each([
    ["base64", (text: string) => decodeBase64(text), base64.decode],
    ["base64url without padding", (text: string) => decodeBase64Url(text), base64urlnopad.decode],
    [
      "base64url with any padding",
      (text: string) => decodeBase64Url(text, { padding: "optional" }),
      (text: string) => (text.endsWith("=") ? base64url : base64urlnopad).decode(text)
    ]
  ] as const)("accepts the same texts of %s for the same bytes", (_, ours, theirs) => {
    fc.assert(
      fc.property(spelled, (text) => verdict(ours, text) === verdict(theirs, text)),
      { numRuns: 1000 }
    )
  })
})

describe("UTF-8", () => {
  it.each([
    ["a lone continuation byte", [0x80]],
    ["a cut sequence", [0xe2, 0x82]],
    ["an overlong slash", [0xc0, 0xaf]],
    ["an encoded surrogate", [0xed, 0xa0, 0x80]],
    ["a code point above the last", [0xf4, 0x90, 0x80, 0x80]],
    ["a byte that never occurs", [0xff]],
    ["UTF-16 with its mark", [0xff, 0xfe, 0x7b, 0x00]],
    ["a byte order mark", [0xef, 0xbb, 0xbf, 0x7b, 0x7d]]
  ])("rejects %s", (_, octets) => {
    expect(codeOf(() => decodeUtf8(Uint8Array.from(octets)))).toBe("UTF8_MALFORMED")
    // The shared decoder has no state left from rejected input.
    expect(decodeUtf8(encodeUtf8("\u20ac and \u{1d11e}"))).toBe("\u20ac and \u{1d11e}")
  })

  it.each(["\ud800", "\udc00", "a\ud83d", "\udc00\ud800"])("rejects encoding %j", (text) => {
    expect(codeOf(() => encodeUtf8(text))).toBe("UTF8_MALFORMED")
  })

  it("round-trips every other text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        fc.pre(!text.startsWith("\uFEFF"))
        expect(decodeUtf8(encodeUtf8(text))).toBe(text)
      })
    )
  })
})

describe("hashes", () => {
  it("matches the digests of FIPS 180-4 and RFC 4231", () => {
    expect(sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    expect(encodeHex(sha256(new Uint8Array()))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    expect(encodeHex(hmacSha256(encodeUtf8("Jefe"), encodeUtf8("what do ya want for nothing?")))).toBe(
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    )
  })

  it("compares bytes by content and length", () => {
    expect(equalBytes(new Uint8Array(), new Uint8Array())).toBe(true)
    expect(equalBytes(Uint8Array.of(0), new Uint8Array())).toBe(false)
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), fc.integer({ min: 1, max: 255 }), (value, at, mask) => {
        expect(equalBytes(value, value.slice())).toBe(true)
        expect(equalBytes(value, withByte(value, at % value.length, mask))).toBe(false)
      })
    )
  })
})

describe("UTF-8 on an engine without TextDecoder (GU3)", () => {
  const platform = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

  it("decodes the text of well-formed bytes, and rejects all others, as TextDecoder does", () => {
    fc.assert(
      fc.property(fc.oneof(anyText.map(encoded), bytes), (given) => {
        const outcomes = [portableTextDecoder, platform].map((each) => outcomeOf(() => each.decode(given)))
        expect(outcomes[0]).toEqual(outcomes[1])
      })
    )
    expect(portableTextDecoder.decode(Uint8Array.of(0, 9, 0xe2, 0x82, 0xac))).toBe("\0\t€")
  })

  it("is replaced for the program, until the decoder of the platform is used again", () => {
    useTextDecoder({ decode: () => "replaced" })
    expect(decodeUtf8(Uint8Array.of(0x61))).toBe("replaced")
    useTextDecoder(undefined)
    expect(decodeUtf8(Uint8Array.of(0x61))).toBe("a")
    for (const malformed of [
      [0xff, 0x61],
      [0xef, 0xbb, 0xbf, 0x61]
    ])
      expect(codeOf(() => decodeUtf8(Uint8Array.from(malformed)))).toBe("UTF8_MALFORMED")
  })
})

const encoded = (text: string) => new TextEncoder().encode(text)

const outcomeOf = (decode: () => string) => {
  try {
    return decode()
  } catch {
    return undefined
  }
}
