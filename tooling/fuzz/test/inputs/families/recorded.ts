import * as fc from "fast-check"
import type { Input, Request } from "../../edge/Input.ts"
import type { Stage } from "../../edge/stage.ts"
import { bentBytes, cuts } from "../bentBytes.ts"
import { bentJson } from "../bentJson.ts"
import { oddHeaders } from "../headers.ts"
import { wellFormed } from "../wellFormed.ts"

/** Requests of a successful conversation, sent again with a mutation. */
export const recordedInputs = ({ recorded }: Stage): fc.Arbitrary<Input> =>
  fc
    .constantFrom(...recorded)
    .chain(altered)
    .map((request) => ({ family: "recorded", request: () => request }))

/** A request with a mutated body (as JSON or as bytes), with other headers, or with a mutated header. */
export const altered = (request: Request): fc.Arbitrary<Request> => {
  const { body, headers } = request
  const asBytes = Buffer.from(body ?? "{}")
  return fc.oneof(
    bentJson(JSON.parse(String(asBytes))).map((text) => ({ ...request, body: wellFormed(text) })),
    cuts.map((changes) => ({ ...request, body: bentBytes(asBytes, changes) })),
    oddHeaders.map((odd) => ({ ...request, headers: [...headers, ...odd] })),
    fc.tuple(fc.nat(headers.length - 1), cuts).map(([at, changes]) => ({
      ...request,
      headers: headers.map(([name, value], position): readonly [string, string] =>
        position === at ? [name, sendable(bentBytes(Buffer.from(value), changes))] : [name, value]
      )
    }))
  )
}

/** The bytes that Node accepts in a header. */
const sendable = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString("latin1")
    .replace(/[^\t\x20-\x7e\x80-\xff]/gu, "?")
