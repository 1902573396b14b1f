import { encodeBase64Url, encodeUtf8 } from "@countersign/wire"
import * as fc from "fast-check"
import { bentBytes, cuts } from "./bentBytes.ts"
import { bentJson } from "./bentJson.ts"
import { wellFormed } from "./wellFormed.ts"

/** Cursors of this list and of others, mutated ones, and ones that an attacker who knows their format could forge. */
export const cursorsOf = (given: ReadonlyArray<string>): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...given),
    fc.tuple(fc.constantFrom(...given), cuts).map(([text, changes]) => String(bentBytes(Buffer.from(text), changes))),
    bentJson({ createdAt: 1_772_366_400_000, id: "Customer:01890000-0000-7000-8000-000000000000" }).map((text) =>
      encodeBase64Url(encodeUtf8(wellFormed(text)))
    )
  )
