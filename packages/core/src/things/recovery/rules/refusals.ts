import { Millis } from "../../../model/Environment.ts"
import { conflict, invalid, missing, Refusal, unauthorized, withCode } from "../../../model/Refusal.ts"

export class RecoveryDisabled extends Refusal("RecoveryDisabled")(withCode("forbidden", "RECOVERY_DISABLED"), {
  reason: "Recovery is not enabled",
  message:
    "The platform has not enabled this method of recovery. Enable it in the recovery section of the platform settings.",
  cause:
    "Recovery is off by default, and the methods are enabled separately. Guardians and operators start none where the host's mailer has no `sendNotice`.",
  remedy: "Set `recovery.savedCodes`, `recovery.guardians` or `recovery.operators` with PATCH /platform/settings."
}) {}

export class RecoveryNotFound extends Refusal("RecoveryNotFound")(missing, {
  message: "No recovery of this account has this id for this API token. List the recoveries of the account.",
  cause: "The id is misspelled, the recovery expired and was removed, or it belongs to another platform or mode.",
  remedy: "Call GET /auth/recoveries with the accountId and the same token."
}) {}

export class RecoveryOpen extends Refusal("RecoveryOpen")(conflict, {
  reason: "A recovery is open",
  message: "A recovery of this account is already open. Complete it or cancel it before you start another one.",
  cause: "An account has at most one open recovery that a guardian or an operator started.",
  remedy: "Read it with GET /auth/recoveries."
}) {}

export class RecoveryEnded extends Refusal("RecoveryEnded")(conflict, {
  reason: "Recovery has ended",
  message: "The recovery was completed or cancelled, or has expired. Start another one.",
  cause: "A recovery binds one credential, and can be completed for a limited time after its delay.",
  remedy: "Read its status with GET /auth/recoveries/{id}."
}) {}

export class RecoveryNotReady extends Refusal("RecoveryNotReady", { until: Millis, at: Millis })(conflict, {
  reason: "Recovery is not ready",
  message: "The delay of this recovery has not passed. Continue after Retry-After seconds.",
  cause: "During the delay the end user can cancel a recovery that another person started.",
  remedy: "Read `readyAt` of the recovery. The platform settings set the delays."
}) {}

export class RecoveryUnconfirmed extends Refusal("RecoveryUnconfirmed", { until: Millis, at: Millis })(conflict, {
  reason: "Recovery is not confirmed",
  message:
    "The guardian or the saved codes were added recently and are not confirmed yet. Continue after Retry-After seconds.",
  cause:
    "A guardian or a new set of codes starts a recovery only after `policy.credentialConfirmation`, 72 hours by default, so that a stolen session cannot make itself a way back in.",
  remedy: "Wait, or start the recovery in another way. Saved codes that were made before work until the new ones do."
}) {}

export class RecoveryCodeWrong extends Refusal("RecoveryCodeWrong")(unauthorized("RECOVERY_CODE"), {
  reason: "Invalid code",
  message: "The code is wrong, or was used before. Enter another saved recovery code, or the code of the newest email.",
  cause: "A saved recovery code works once, and new codes replace all older ones. A mailed code works until the next.",
  remedy: "Let the end user enter the code again. Wrong codes are counted and lock nothing: no code can be guessed."
}) {}

export class SavedCodesMissing extends Refusal("SavedCodesMissing")(invalid, {
  reason: "No saved recovery codes",
  message: "The account has no saved recovery codes. Recover it by a guardian or an operator.",
  cause: "The end user made no codes while signed in, or has used all of them.",
  remedy: "Let end users make codes with POST /auth/recovery-codes, and again when few are left."
}) {}

export class ChallengeNotMailed extends Refusal("ChallengeNotMailed")(invalid, {
  reason: "Recovery uses a saved code",
  message: "This recovery is completed with a saved recovery code, so no code is mailed. Call complete with that code.",
  cause: "Only recoveries that a guardian or an operator started are completed with a mailed code.",
  remedy: "Encrypt the saved code to the otpEncryptionTargetBundle of the response that started the recovery."
}) {}

/** The cancel token stops no open recovery. Wrong, used and late tokens are indistinguishable. */
export class RecoveryCancelRefused extends Refusal("RecoveryCancelRefused")(unauthorized("RECOVERY_CANCEL_TOKEN"), {
  reason: "Cancel token refused",
  message: "The cancel token does not stop an open recovery. Copy it from the newest notice.",
  cause: "The token or the id is wrong, or the recovery was cancelled or completed, or has expired.",
  remedy:
    "Read the status of the recovery. After a completed recovery, contact support: an operator suspends the wallet."
}) {}

export class GuardianNotFound extends Refusal("GuardianNotFound")(missing, {
  message: "No guardian with this id exists for this API token. List the guardians of the account.",
  cause: "The id is misspelled, the guardian was removed, or it belongs to another platform or mode.",
  remedy: "Call GET /auth/guardians with the accountId and the same token."
}) {}

export class GuardianExists extends Refusal("GuardianExists")(invalid, {
  reason: "Passkey is in use for this account",
  message: "This passkey already is a guardian or a credential of the account. Register a passkey of another person.",
  cause: "A guardian is a second person or the platform, with a passkey of their own.",
  remedy: "List the guardians and the credentials of the account."
}) {}

export class TooManyGuardians extends Refusal("TooManyGuardians")(invalid, {
  reason: "Too many guardians",
  message: "The account has reached the limit of 5 guardians. Remove one first.",
  cause: "Each guardian can start a recovery, so their number is limited.",
  remedy: "List the guardians of the account and remove one with DELETE /auth/guardians/{id}."
}) {}
