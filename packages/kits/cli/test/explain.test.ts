import { createHash } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runCommand as line } from "@countersign/harness/told"
import {
  decodeStamp,
  derToP1363,
  encodeBase64Url,
  encodeHex,
  encodeUtf8,
  makeOtpTargetBundle,
  oidcNonce,
  publicKeyOf,
  STAMP_SCHEME,
  signP256,
  signStamp,
  uncompressedHex
} from "@countersign/wire"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

const NOW = Date.parse("2026-03-01T12:00:00.000Z")
const privateKey = new Uint8Array(32).fill(7)
const otherKey = new Uint8Array(32).fill(8)
const publicKey = publicKeyOf(privateKey)
const uncompressed = uncompressedHex(publicKey)

const payloadAt = (madeAt: number) =>
  `{"organizationId":"InternalAccount:1","parameters":{"note":"Zoë","context":{"expiresAt":"${madeAt + 300_000}","requestId":"Request:1"},` +
  `"payload":"7b7d","signWith":"x"},"timestampMs":"${madeAt}","type":"ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2"}`
const payload = payloadAt(NOW - 1000)

const reported = (args: ReadonlyArray<string>) => line(["explain", "--at", String(NOW), ...args])

/** The reported causes, in order. */
const causesOf = async (args: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const { code, out } = await reported([...args, "--json"])
  const { checks, isSound }: Said = JSON.parse(out)
  const causes = checks.flatMap(({ fault }) => (fault === undefined ? [] : [fault.cause]))
  expect([code, isSound]).toEqual(causes.length === 0 ? [0, true] : [3, false])
  return causes
}

interface Said {
  readonly isSound: boolean
  readonly checks: ReadonlyArray<{ readonly check: string; readonly fault?: { readonly cause: string } }>
}

/** A stamp over the bytes that a client signed by mistake. */
const stampOver = (bytes: Uint8Array | string) => {
  const signature = signP256(typeof bytes === "string" ? encodeUtf8(bytes) : bytes, privateKey)
  return stampOf({ publicKey, scheme: STAMP_SCHEME, signature: encodeHex(signature) })
}
const stampOf = (envelope: object) => encodeBase64Url(encodeUtf8(JSON.stringify(envelope)))
const right = signStamp(payload, privateKey)
const der = decodeStamp(right).signature
const envelope = { publicKey, scheme: STAMP_SCHEME, signature: encodeHex(der) }
const sha256 = (of: string | Uint8Array) => createHash("sha256").update(of).digest()
const sorted = (value: object) => JSON.stringify(Object.fromEntries(Object.entries(value).toSorted().toReversed()))

describe("countersign explain, given a stamp and its payload", () => {
  it.each<readonly [mistake: string, stamp: string, cause: string]>([
    ["no stamp at all", "", "EMPTY"],
    ["a line break after the stamp", `${right}\n`, "WHITE_SPACE"],
    ["a bare DER signature", encodeHex(der), "BARE_DER_SIGNATURE"],
    ["a bare raw signature", encodeHex(derToP1363(der)), "BARE_RAW_SIGNATURE"],
    ["the JSON of a stamp, not encoded", JSON.stringify(envelope), "JSON_NOT_ENCODED"],
    [
      "standard base64",
      Buffer.from(JSON.stringify({ ...envelope, z: "~~~???" })).toString("base64"),
      "STANDARD_BASE64"
    ],
    ["no public key in it", stampOf({ ...envelope, publicKey: undefined }), "FIELD_MISSING"],
    ["another scheme", stampOf({ ...envelope, scheme: "SIGNATURE_SCHEME_TK_API_SECP256K1" }), "SCHEME"],
    ["x alone for a key", stampOf({ ...envelope, publicKey: publicKey.slice(2) }), "KEY_WITHOUT_PREFIX"],
    ["x and y alone for a key", stampOf({ ...envelope, publicKey: uncompressed.slice(2) }), "KEY_WITHOUT_PREFIX"],
    ["a key in base64", stampOf({ ...envelope, publicKey: "A/zz+" }), "KEY_NOT_HEX"],
    ["a key as SPKI", stampOf({ ...envelope, publicKey: `3059301306072a8648ce3d0201${uncompressed}` }), "KEY_AS_SPKI"],
    ["a key of another curve", stampOf({ ...envelope, publicKey: `02${"ff".repeat(32)}` }), "KEY_NO_POINT"],
    ["a raw signature in it", stampOf({ ...envelope, signature: encodeHex(derToP1363(der)) }), "RAW_SIGNATURE"],
    ["a signature in base64", stampOf({ ...envelope, signature: "MEUCIQ==" }), "SIGNATURE_NOT_HEX"],
    [
      "a signature that is cut off",
      stampOf({ ...envelope, signature: encodeHex(der).slice(0, -2) }),
      "SIGNATURE_NO_DER"
    ],
    ["5,000 characters", "A".repeat(5000), "TOO_LONG"],
    ["words", "please", "MALFORMED"],
    ["another text of the same value", stampOver(sorted(JSON.parse(payload))), "UNKNOWN"],
    ["sorted JSON", stampOver(sortedDeep(JSON.parse(payload))), "REWRITTEN_JSON"],
    ["indented JSON", stampOver(JSON.stringify(JSON.parse(payload), undefined, 2)), "INDENTED_JSON"],
    ["JSON with spaces", stampOver(payload.replaceAll('":', '": ').replaceAll(',"', ', "')), "SPACED_JSON"],
    ["the hash of the payload", stampOver(sha256(payload)), "HASHED_TWICE"],
    ["the hex of its hash", stampOver(sha256(payload).toString("hex")), "SIGNED_HASH_TEXT"],
    ["the payload as a JSON string", stampOver(JSON.stringify(payload)), "SIGNED_AS_JSON_STRING"],
    ["the payload with its quotes escaped", stampOver(JSON.stringify(payload).slice(1, -1)), "SIGNED_ESCAPED"],
    ["nothing", stampOver(""), "SIGNED_NOTHING"],
    ["the request id", stampOver("Request:1"), "SIGNED_REQUEST_ID"],
    ["the payload inside", stampOver("7b7d"), "SIGNED_INNER_PAYLOAD"],
    ["the bytes of the payload inside", stampOver("{}"), "SIGNED_INNER_PAYLOAD"],
    ["an additional line break", stampOver(`${payload}\n`), "LINE_BREAK_ADDED"],
    ["a byte order mark before it", stampOver(`\ufeff${payload}`), "BYTE_ORDER_MARK"],
    ["UTF-16", stampOver(Buffer.from(payload, "utf16le")), "UTF_16"],
    ["Latin-1", stampOver(Buffer.from(payload, "latin1")), "LATIN_1"],
    ["base64", stampOver(Buffer.from(payload).toString("base64")), "SIGNED_BASE64"],
    ["hex", stampOver(Buffer.from(payload).toString("hex")), "SIGNED_HEX"]
  ])("reports the mistake when the client signed or sent %s", async (_, stamp, cause) => {
    expect(await causesOf(["--stamp", stamp, "--payload", payload])).toEqual([cause])
  })

  it("finds nothing wrong with a valid stamp over any text", async () => {
    expect(await causesOf(["--stamp", right, "--payload", payload, "--public-key", uncompressed])).toEqual([])
    await fc.assert(
      fc.asyncProperty(fc.json(), async (text) => {
        const { out } = await reported(["--stamp", signStamp(text, privateKey), "--payload", text, "--json"])
        expect(out).toContain('{"check":"WALLET_SIGNATURE_INVALID"}')
      }),
      { numRuns: 30 }
    )
  })

  it("reports another key, an expired request, a clock that is off and a whole response", async () => {
    expect(await causesOf(["--stamp", right, "--public-key", publicKeyOf(otherKey)])).toEqual(["OTHER_KEY"])
    expect(await causesOf(["--stamp", right, "--public-key", "04"])).toEqual(["KEY_NO_POINT"])
    expect(await causesOf(["--payload", payloadAt(NOW - 299_999)])).toEqual([])
    expect(await causesOf(["--payload", payloadAt(NOW - 300_000)])).toEqual(["EXPIRED"])
    expect(await causesOf(["--payload", payloadAt(NOW + 1)])).toEqual(["CLOCK_BEHIND"])
    const ahead = await reported(["--payload", payloadAt(NOW + 42_000)])
    expect(ahead.out).toContain("this clock is behind by at least that")
    expect(ahead.out).toContain("42 s")
    const whole = JSON.stringify({ payloadToSign: payload, requestId: "Request:1" })
    expect(await causesOf(["--stamp", right, "--payload", whole])).toEqual(["WHOLE_ANSWER", "UNKNOWN"])
    expect(await causesOf(["--payload", "payload"])).toEqual(["PAYLOAD_NO_JSON"])
  })
})

describe("countersign explain, given a bundle and the key it is trusted by", () => {
  const signer = publicKeyOf(otherKey)
  const bundled = makeOtpTargetBundle({ target: publicKey, signer, sign: (bytes) => signP256(bytes, otherKey) })

  it("accepts a valid one, and reports what is wrong with the others", async () => {
    const bundle = await bundled
    const trusted = ["--bundle-signer", signer]
    expect(await causesOf(["--bundle", bundle, ...trusted])).toEqual([])
    const changed = bundle.replace(/"data":"(..)/u, '"data":"00')
    for (const [text, cause] of [
      [changed, "CHANGED"],
      [JSON.stringify(bundle), "STILL_QUOTED"],
      [JSON.stringify({ otpEncryptionTargetBundle: bundle }), "WHOLE_ANSWER"],
      ["{}", "MALFORMED"]
    ] as const) {
      expect([cause, await causesOf(["--bundle", text, ...trusted])]).toEqual([cause, [cause]])
    }
    expect(await causesOf(["--bundle", bundle, "--bundle-signer", publicKey])).toEqual(["OTHER_SIGNER"])
    expect(await causesOf(["--bundle", bundle, "--bundle-signer", "04ff"])).toEqual(["SIGNER_NO_POINT"])
  })
})

describe("countersign explain, given an id token and the key it is to open a session for", () => {
  const token = (claims: object) =>
    [{ alg: "RS256" }, { iat: NOW / 1000 - 5, exp: NOW / 1000 + 60, nonce: oidcNonce(uncompressed), ...claims }]
      .map((part) => encodeBase64Url(encodeUtf8(JSON.stringify(part))))
      .concat("c2ln")
      .join(".")

  it.each<readonly [mistake: string, claims: object, cause: string]>([
    [
      "the bytes of the key hashed",
      { nonce: sha256(Buffer.from(uncompressed, "hex")).toString("hex") },
      "HASHED_KEY_BYTES"
    ],
    ["the key itself", { nonce: uncompressed }, "NONCE_IS_KEY"],
    ["upper case", { nonce: oidcNonce(uncompressed).toUpperCase() }, "NONCE_UPPER_CASE"],
    ["base64url", { nonce: sha256(uncompressed).toString("base64url") }, "NONCE_BASE64"],
    ["the compressed key", { nonce: oidcNonce(publicKey) }, "KEY_SPELLED_OTHERWISE"],
    ["upper-case hex of the key", { nonce: oidcNonce(uncompressed.toUpperCase()) }, "KEY_SPELLED_OTHERWISE"],
    ["another key", { nonce: oidcNonce("04") }, "NONCE_OF_ANOTHER_KEY"],
    ["no nonce", { nonce: undefined }, "NO_NONCE"],
    ["an expiry in the past", { exp: NOW / 1000 }, "TOKEN_EXPIRED"],
    ["no expiry", { exp: undefined }, "NO_END"],
    ["a start in the future", { iat: NOW / 1000 + 1 }, "CLOCK_BEHIND"]
  ])("reports a nonce or time that is %s", async (_, claims, cause) => {
    const args = ["--id-token", token(claims), "--client-public-key", uncompressed]
    expect(await causesOf(args)).toEqual([cause])
  })

  it("accepts a valid one, and rejects a text that is not an id token", async () => {
    expect(await causesOf(["--id-token", token({}), "--client-public-key", uncompressed])).toEqual([])
    expect(await causesOf(["--id-token", "ya29.opaque", "--client-public-key", uncompressed])).toEqual([
      "TOKEN_MALFORMED"
    ])
  })
})

describe("FU12: countersign explain, given what other commands wrote", () => {
  it("accepts a stamp and a payload whose files end in the line break that a shell adds", async () => {
    const folder = mkdtempSync(join(tmpdir(), "explain-"))
    try {
      writeFileSync(join(folder, "payload.txt"), `${payload}\n`)
      const stamp = await line([
        "stamp",
        "--payload",
        `@${join(folder, "payload.txt")}`,
        "--key",
        encodeHex(privateKey)
      ])
      expect(stamp.out).toMatch(/^\S+\n$/u)
      for (const end of ["", "\r"]) {
        writeFileSync(join(folder, "s.txt"), stamp.out.replace("\n", `${end}\n`))
        const files = ["--stamp", `@${join(folder, "s.txt")}`, "--payload", `@${join(folder, "payload.txt")}`]
        expect(await causesOf(files)).toEqual([])
      }
      // A second line break was not added by the shell.
      writeFileSync(join(folder, "s.txt"), `${stamp.out}\n`)
      expect(await causesOf(["--stamp", `@${join(folder, "s.txt")}`])).toEqual(["WHITE_SPACE"])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe("countersign explain, at a terminal", () => {
  it("writes one line per check, and reads a text from a file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "explain-"))
    try {
      const file = join(folder, "payload.txt")
      writeFileSync(file, payload)
      const sound = await reported(["--stamp", right, "--payload", `@${file}`])
      expect(sound).toEqual({
        code: 0,
        err: "",
        out: ["PAYLOAD", "CLOCK", "REQUEST_ID_EXPIRED", "WALLET_SIGNATURE_MALFORMED", "WALLET_SIGNATURE_INVALID"]
          .map((check) => `ok     ${check}\n`)
          .join("")
      })
      const wrong = await reported(["--stamp", stampOver(sha256(payload)), "--payload", `@${file}`])
      expect(wrong.out).toContain(
        "FAILS  WALLET_SIGNATURE_INVALID  HASHED_TWICE\n       Its SHA-256 was signed, so it was hashed twice. Sign the text itself.\n"
      )
      expect((await reported(["--payload", `@${file}.none`])).code).toBe(1)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it("states which inputs it requires when they are missing or incomplete", async () => {
    for (const args of [[], ["--bundle", "{}"], ["--id-token", "x"], ["--public-key", "02"]]) {
      const { code, err } = await reported(args)
      expect([code, err]).toEqual([1, expect.stringContaining("Nothing to explain: pass --stamp")])
    }
    expect((await reported(["--at", "noon"])).code).toBe(2)
  })
})

function sortedDeep(value: unknown): string {
  const order = (each: unknown): unknown =>
    typeof each === "object" && each !== null
      ? Object.fromEntries(
          Object.entries(each)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, member]) => [name, order(member)])
        )
      : each
  return JSON.stringify(order(value))
}
