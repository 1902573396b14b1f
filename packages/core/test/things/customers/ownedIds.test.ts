import { ID_PREFIXES } from "@countersign/wire"
import { expect, it } from "vitest"
import { ownedIdOf } from "../../../src/things/customers/ownership.ts"

const uuid = "019ca945-0a00-7e7e-9254-70baa2fd4251"

it("US2: every kind of id belongs to an end user, except those of the platform and of a call", () => {
  const others = ID_PREFIXES.filter((prefix) => ownedIdOf(`${prefix}:${uuid}`) === undefined)
  expect(others).toEqual(["BeneficialOwner", "Lookup", "PlatformConfig", "Request", "Token", "Verification", "Webhook"])
})

it.each([
  [`Session:${uuid}`, `Session:${uuid}`],
  [`Session:${uuid.toUpperCase()}`, `Session:${uuid}`],
  [`session:${uuid}`, undefined],
  [` Session:${uuid}`, undefined],
  [`Session:${uuid}\n`, undefined],
  [`Session:${uuid}0`, undefined],
  [`constructor:${uuid}`, undefined],
  [uuid, undefined],
  ["", undefined]
])("US2: %j names the object %j, as the API reads it", (text, id) => {
  expect(ownedIdOf(text)).toBe(id)
})
