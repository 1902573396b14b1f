import { encodeBase64, encodeBase64Url, encodeUtf8 } from "@countersign/wire"
import * as fc from "fast-check"
import type { Request } from "../edge/Input.ts"
import { bentJson } from "./bentJson.ts"
import { wellFormed } from "./wellFormed.ts"

type Header = Request["headers"][number]

/** The characters that Node's parser accepts in a header: visible ASCII, blanks and the upper half of Latin-1. */
const sendable = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/gu, "?").slice(0, 5_000)

const anything = fc.oneof(
  fc.string({ unit: "binary-ascii", maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom("", " ", ",", "a, b", '"', "\u00ff", "a".repeat(255), "a".repeat(256), "a".repeat(4_097))
)

/** Nearly valid headers of RFC 7617. */
const authorizations = fc.oneof(
  fc.constantFrom(
    "",
    "Basic",
    "Basic ",
    "basic  YTph",
    "Basic\tYTph",
    "Bearer YTph",
    "Basic !!!",
    "Basic YTph=",
    "Basic YTp"
  ),
  anything.map((text) => `Basic ${encodeBase64(encodeUtf8(wellFormed(text)))}`),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => `Basic ${encodeBase64(bytes)}`),
  fc
    .constantFrom("a:a-secret\0", " a:a-secret", "A:a-secret", "a:", ":a-secret", "a", "__proto__:x", "a:b:c")
    .map((text) => `Basic ${encodeBase64(encodeUtf8(text))}`),
  anything
)

const point = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
const stamp = { publicKey: point, scheme: "SIGNATURE_SCHEME_TK_API_P256", signature: "3006020101020101" }

/** Stamps: base64url of mutated JSON or of other texts, up to and beyond the limit of 4,096 characters. */
export const stamps: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: bentJson(stamp).map((text) => encodeBase64Url(encodeUtf8(wellFormed(text)))) },
  fc.uint8Array({ maxLength: 80 }).map((bytes) => encodeBase64Url(bytes)),
  fc.constantFrom(4_095, 4_096, 4_097).map((length) => "e".repeat(length)),
  fc.constantFrom("e30=", "e30==", "e30 ", "e3", "W10", "bnVsbA"),
  anything
)

const header = (name: string, value: fc.Arbitrary<string>): fc.Arbitrary<Header> =>
  fc.tuple(fc.constantFrom(name, name.toUpperCase(), name.toLowerCase()), value.map(sendable))

const single = fc.oneof(
  header("Authorization", authorizations),
  header("Service-Wallet-Signature", stamps),
  header(
    "Request-Id",
    fc.oneof(
      anything,
      fc.uuid().map((id) => `Request:${id}`)
    )
  ),
  header("Idempotency-Key", anything),
  header(
    "Content-Type",
    fc.oneof(
      fc.constantFrom(
        "text/plain",
        "application/json;charset=utf-8",
        'application/json; charset="UTF-8"',
        "application/jsonp"
      ),
      fc.constantFrom(
        "application/json; charset=utf-7",
        "multipart/form-data; boundary=x",
        "application/json;",
        "APPLICATION/JSON"
      ),
      anything
    )
  ),
  header("Content-Encoding", fc.constantFrom("gzip", "identity", "br", "")),
  header("Accept", anything),
  header("X-HTTP-Method-Override", fc.constantFrom("DELETE", "GET")),
  header("X-Forwarded-For", fc.ipV6()),
  header("X-Forwarded-Host", fc.domain()),
  header("traceparent", fc.oneof(anything, fc.constant(`00-${"0".repeat(32)}-${"0".repeat(16)}-01`))),
  header("__proto__", anything)
)

/** Up to three headers in addition to those of every call, sometimes with a duplicate. */
export const oddHeaders: fc.Arbitrary<ReadonlyArray<Header>> = fc.oneof(
  fc.array(single, { minLength: 1, maxLength: 3 }),
  single.map((one) => [one, one])
)
