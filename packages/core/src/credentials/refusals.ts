import { Schema } from "effect"
import { CredentialType } from "../model/CredentialType.ts"

/** No credential has this id here. */
export class CredentialNotFound extends Schema.TaggedError<CredentialNotFound>()("CredentialNotFound", {}) {}

/** The body speaks of another type than the credential has. */
export class CredentialTypeDiffers extends Schema.TaggedError<CredentialTypeDiffers>()("CredentialTypeDiffers", {
  expected: CredentialType
}) {}
