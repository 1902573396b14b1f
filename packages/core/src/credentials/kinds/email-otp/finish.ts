import { Result } from "effect"
import type { RequestId } from "../../../model/ids.ts"
import type { Millis } from "../../../model/time.ts"
import { byId, type Found, type Plan, replace, type Stored } from "../../../ports/records.ts"
import type { Credential } from "../../Credential.ts"
import * as EmailOtp from "./EmailOtp.ts"
import { OtpSuperseded } from "./refusals.ts"

/** Spends the proof behind the request, if no newer code has taken its place. */
export const finish = (
  credential: Stored<Credential>,
  found: Found,
  requestId: RequestId,
  at: Millis
): Result.Result<Plan, OtpSuperseded> => {
  const otp = found.one(byId(EmailOtp.emailOtps, credential.environment, credential.id))
  if (otp === undefined) return Result.fail(new OtpSuperseded())
  return Result.map(EmailOtp.open(otp.value, requestId), (next) => ({
    changes: [replace(otp, next, at)],
    guards: []
  }))
}
