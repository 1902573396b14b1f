import * as fc from "fast-check"
import type { Endpoint } from "./contract.ts"
import { oddTexts } from "./oddTexts.ts"
import { idsOf, type Known, textsOf } from "./valuesOf.ts"
import { wellFormed } from "./wellFormed.ts"

/** Escapes a text for the request line. Node's parser rejects other characters before a handler runs. */
const escaped = (text: string): string => encodeURIComponent(wellFormed(text))

const oddSegments = [
  ...[
    "",
    ".",
    "..",
    "%2e",
    "%2E%2e",
    "%2F",
    "%2f..%2f",
    "%5c",
    "%00",
    "%ff",
    "%",
    "%4",
    "%zz",
    "%25",
    "%252F",
    "%c0%af"
  ],
  ...["%ed%a0%80", ";x=1", "a;b", "*", "~", "|", "\\", "a\\..\\b", "{id}", ":id", "%3A", "[", "^", "null", "__proto__"],
  "a".repeat(3_000)
]

const segment = fc.oneof(
  fc.constantFrom(...oddSegments),
  fc.constantFrom(...oddTexts.filter((text) => text.length < 300)).map(escaped)
)

/** Paths of an endpoint: with ids, with odd segments, or with additional parts. */
export const pathsOf = ({ path, prefix }: Endpoint, known: Known, oddness: "none" | "some"): fc.Arbitrary<string> => {
  const id = idsOf(prefix || "Customer", known)
  const spelled = fc.oneof(id, id.map(encodeURIComponent))
  const filled = (filling: fc.Arbitrary<string>) => filling.map((each) => path.replace("{id}", () => each))
  if (oddness === "none") return filled(id)
  return fc.oneof(
    filled(spelled),
    filled(segment),
    fc.tuple(filled(spelled), segment).map(([whole, odd]) => `${whole}/${odd}`),
    fc.tuple(filled(spelled), segment, fc.nat(6)).map(([whole, odd, at]) => {
      const segments = whole.split("/")
      return segments.with(1 + (at % Math.max(1, segments.length - 1)), odd).join("/")
    }),
    filled(spelled).map((whole) => whole.toUpperCase()),
    filled(spelled).map((whole) => `/${whole}`)
  )
}

const oddPairs = [
  "&",
  "&&",
  "=",
  "=x",
  "a",
  "limit",
  "limit[]=1",
  "limit[0]=1",
  "%00=1",
  "%zz=1",
  "a=%zz",
  "?",
  "+=+",
  "a=b=c",
  "__proto__=1"
]

/** Queries of an endpoint: valid, invalid, repeated, unknown, and with unusual encodings. */
export const queriesOf = ({ query }: Endpoint, known: Known, cursors: fc.Arbitrary<string>): fc.Arbitrary<string> => {
  const pairs = query.map(({ name, schema }) => {
    const right = name === "cursor" ? cursors : textOf(schema, known)
    return fc
      .oneof({ weight: 4, arbitrary: right.map(encoded) }, fc.constantFrom(...oddTexts).map(encoded), segment)
      .map((value) => `${name}=${value}`)
  })
  const odd = fc.constantFrom(...oddPairs)
  const all = pairs.length === 0 ? odd : fc.oneof({ weight: 6, arbitrary: fc.oneof(...pairs) }, odd)
  return fc.array(all, { maxLength: 4 }).map((parts) => (parts.length === 0 ? "" : `?${parts.join("&")}`))
}

const encoded = (text: string): string => escaped(text).slice(0, 4_000)

const textOf = (schema: Endpoint["query"][number]["schema"], known: Known): fc.Arbitrary<string> =>
  schema.enum === undefined ? textsOf(schema, known) : fc.constantFrom(...schema.enum.map(String))
