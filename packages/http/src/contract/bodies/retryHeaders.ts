import { RequestId } from "@countersign/core"
import { Schema } from "effect"
import { idempotencyHeader } from "./idempotencyHeader.ts"

/** The header the stamp travels in, until a host chooses another name. */
export const SIGNATURE_HEADER = "Service-Wallet-Signature"

/** Both on the retry, neither on the first call. */
export const retryHeaders = {
  "service-wallet-signature": Schema.optionalKey(
    Schema.String.annotate({
      description: "The stamp over payloadToSign, base64url",
      send: "the stamp over payloadToSign in base64url"
    })
  ),
  "request-id": Schema.optionalKey(RequestId),
  ...idempotencyHeader
}
