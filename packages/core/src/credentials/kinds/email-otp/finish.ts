import { Result } from "effect"
import type { RequestId } from "../../../model/ids.ts"
import type { Millis } from "../../../model/time.ts"
import { replace, type Write } from "../../../ports/records.ts"
import type { Kept } from "../../Kind.ts"
import * as EmailOtp from "./EmailOtp.ts"
import { OtpSuperseded } from "./refusals.ts"

/** Spends the proof behind the request, if no newer code has taken its place. */
export const finish = ({ otp }: Kept, requestId: RequestId, at: Millis): Result.Result<Write, OtpSuperseded> => {
  if (otp === undefined) return Result.fail(new OtpSuperseded())
  return Result.map(EmailOtp.open(otp.value, requestId), (next) => ({ changes: [replace(otp, next, at)], guards: [] }))
}
