import type { Entry } from "./Entry.ts"

/** The refusals of calls under an Idempotency-Key. */
export const idempotency: {
  readonly [Tag in
    | "AnswerLost"
    | "AnswerTooLong"
    | "AnswerWithheld"
    | "CallInFlight"
    | "IdempotencyKeyMalformed"
    | "IdempotencyKeyReused"]: Entry
} = {
  AnswerLost: {
    status: 409,
    code: "CONFLICT",
    reason: "Answer was lost",
    message:
      "A call under this Idempotency-Key was carried out, and its answer was lost in a crash. Nothing was done again: read the resource for what is there now."
  },
  AnswerTooLong: {
    status: 409,
    code: "CONFLICT",
    reason: "Answer is too long to be stored",
    message:
      "A call under this Idempotency-Key was carried out. Its answer was longer than 64 KiB, so it was not stored: read the resource for what is there now."
  },
  AnswerWithheld: {
    status: 409,
    code: "CONFLICT",
    reason: "Answer is delivered once",
    message:
      "A call under this Idempotency-Key was carried out. Its answer held a key for the client alone, so it was not kept: make the call anew, under a new key."
  },
  CallInFlight: {
    status: 409,
    code: "CONFLICT",
    reason: "Call in flight",
    message: "A call under this Idempotency-Key is being answered. Send this one again after Retry-After seconds."
  },
  IdempotencyKeyMalformed: {
    status: 400,
    code: "INVALID_INPUT",
    reason: "Malformed Idempotency-Key",
    message: "An Idempotency-Key is 1 to 255 printable ASCII characters. Send one, such as a UUID, or none."
  },
  IdempotencyKeyReused: {
    status: 409,
    code: "CONFLICT",
    reason: "Idempotency-Key used for another body",
    message: "This Idempotency-Key was used for another body. Send that body again, or this one under a new key."
  }
}
