import { Schema } from "effect"
import { CredentialType } from "../model/CredentialType.ts"

/** No credential has this id here. */
export class CredentialNotFound extends Schema.TaggedError<CredentialNotFound>()("CredentialNotFound", {}) {}

/** The body speaks of another type than the credential has. */
export class CredentialTypeDiffers extends Schema.TaggedError<CredentialTypeDiffers>()("CredentialTypeDiffers", {
  expected: CredentialType
}) {}

/** An account never loses its last credential (I4). */
export class LastCredential extends Schema.TaggedError<LastCredential>()("LastCredential", {}) {}

/** A second EMAIL_OTP credential on one account. */
export class EmailOtpExists extends Schema.TaggedError<EmailOtpExists>()("EmailOtpExists", {}) {}

/** A second credential of one OIDC identity on one account. */
export class OauthExists extends Schema.TaggedError<OauthExists>()("OauthExists", {}) {}

/** A second credential of one WebAuthn credential id in one environment. */
export class PasskeyExists extends Schema.TaggedError<PasskeyExists>()("PasskeyExists", {}) {}

/** There is no address to send codes to. */
export class EmailMissing extends Schema.TaggedError<EmailMissing>()("EmailMissing", {}) {}

/** An OAUTH credential has no challenge: a verify call alone signs in. */
export class ChallengeNotUsed extends Schema.TaggedError<ChallengeNotUsed>()("ChallengeNotUsed", {}) {}

/** A PASSKEY challenge binds the session to a client key, and none came. */
export class ClientKeyMissing extends Schema.TaggedError<ClientKeyMissing>()("ClientKeyMissing", {}) {}

/** A PASSKEY verify names the login it finishes by its Request-Id, and none came. */
export class LoginNotAwaited extends Schema.TaggedError<LoginNotAwaited>()("LoginNotAwaited", {}) {}

/** An account holds a small, bounded number of credentials. */
export class TooManyCredentials extends Schema.TaggedError<TooManyCredentials>()("TooManyCredentials", {}) {}
