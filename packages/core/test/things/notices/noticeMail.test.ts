import { expect, it } from "vitest"
import { undoContext } from "../../../src/things/notices/rules/NoticeMail.ts"

it("AD4: an undo token is encrypted for the address that it is mailed to, and for no other", () => {
  expect(undoContext("ada@example.com")).not.toBe(undoContext("eve@example.com"))
})
