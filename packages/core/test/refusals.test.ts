import { Cause, Effect, Schema } from "effect"
import { expect, it } from "vitest"
import { conflict, entry, invalid, Refusal, unauthorized } from "../src/model/Refusal.ts"

const texts = {
  reason: "Wrong PIN",
  message: "The PIN is wrong. Enter it again.",
  cause: "The PIN differs from the PIN of the credential.",
  remedy: "Let the end user enter the PIN again."
}

it("I16: a refusal contains its texts, its code and its kind, and no HTTP status", () => {
  expect(entry("conflict", "PIN_CHANGED", texts)).toEqual({ kind: "conflict", code: "PIN_CHANGED", ...texts })
  expect(unauthorized("PIN")(texts)).toEqual({ kind: "unauthorized", code: "UNAUTHORIZED", check: "PIN", ...texts })
})

it("I16: a refusal without a message, a cause or a remedy does not compile", () => {
  const { cause, message, reason, remedy } = texts
  // @ts-expect-error the remedy is missing
  entry("conflict", "CONFLICT", { message, cause })
  // @ts-expect-error the cause is missing
  entry("conflict", "CONFLICT", { message, remedy })
  // @ts-expect-error the message is missing
  unauthorized("PIN")({ reason, cause, remedy })
})

it("I16: a refusal that shares its code with others does not compile without a reason", () => {
  const { cause, message, remedy } = texts
  // @ts-expect-error the reason is missing
  conflict({ message, cause, remedy })
  // @ts-expect-error the reason is missing
  invalid({ message, cause, remedy })
  // @ts-expect-error the reason is missing
  unauthorized("PIN")({ message, cause, remedy })
})

it("I16: the class of a refusal has its tag, its fields and its entry, and an instance can be yielded", () => {
  class PinWrong extends Refusal("PinWrong", { attempts: Schema.Int })(unauthorized("PIN"), texts) {}
  expect(PinWrong.entry).toEqual({ kind: "unauthorized", code: "UNAUTHORIZED", check: "PIN", ...texts })
  const refused = new PinWrong({ attempts: 2 })
  expect(refused).toBeInstanceOf(Error)
  expect({ ...refused }).toEqual({ _tag: "PinWrong", attempts: 2 })
  expect(refused.name).toBe("PinWrong")
  expect(Effect.runSyncExit(refused)).toEqual(Effect.runSyncExit(Effect.failCause(Cause.fail(refused))))
  expect(Schema.is(PinWrong)(refused)).toBe(true)
  // @ts-expect-error the field is missing
  expect(() => new PinWrong({})).toThrow("Schema validation failed")
  // @ts-expect-error the reason is missing
  Refusal("PinWrong")(unauthorized("PIN"), { message: "", cause: "", remedy: "" })
})
