import { Result } from "effect"
import { isOver, type Millis } from "../model/time.ts"
import { SessionProofStale } from "./refusals.ts"

/** Whether a proof of `issuedAt` counts at `at`; clocks may be apart by its lifetime, either way. */
export const fresh = (issuedAt: Millis, lifetime: Millis, at: Millis): Result.Result<Millis, SessionProofStale> =>
  isOver(issuedAt + lifetime, at) || isOver(at + lifetime, issuedAt)
    ? Result.fail(new SessionProofStale())
    : Result.succeed(issuedAt + lifetime)
