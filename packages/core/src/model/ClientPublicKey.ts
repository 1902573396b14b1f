import { parsed, parsePublicKey } from "@countersign/wire"
import { Schema } from "effect"

/**
 * A P-256 public key of the client in hex, as the client encoded it. For an uncompressed key (130 characters) the
 * server generates the session key and encrypts it to this key. A compressed key (66) becomes the session's own key,
 * and nothing is encrypted.
 */
export const ClientPublicKey = Schema.String.annotate({
  description: "P-256 point in hex: 130 characters, or 66",
  send: "a P-256 public key in hex: 130 characters uncompressed, or 66 compressed"
})
  .check(Schema.isPattern(/^(?:04[0-9a-fA-F]{128}|0[23][0-9a-fA-F]{64})$/u))
  .check(Schema.makeFilter((hex) => isOnCurve(hex), { fault: "The point is not on the curve P-256" }))

const isOnCurve = (hex: string): boolean => parsed(() => parsePublicKey(hex)) !== undefined
