import { type Activity, canonicalJson, encodeHex, encodeUtf8 } from "@countersign/wire"
import type { AccountId } from "../../model/ids.ts"
import type { Json } from "../../ports/Collection.ts"

/** The activity of an operation that has none of its own: the user signs the bytes of what is asked. */
export const rawPayload = (accountId: AccountId, asked: Json): Activity => ({
  type: "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2",
  parameters: {
    encoding: "PAYLOAD_ENCODING_HEXADECIMAL",
    hashFunction: "HASH_FUNCTION_NO_OP",
    payload: encodeHex(encodeUtf8(canonicalJson(asked))),
    signWith: accountId
  }
})
