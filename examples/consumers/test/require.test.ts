import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, inject, it } from "vitest"
import { requireEverything } from "./requireEverything.ts"
import { node } from "./shell.ts"

const service = inject("service")

it("is required by CommonJS, every entry point, and answers", async () => {
  expect(requireEverything(service).length).toBeGreaterThan(20)
  expect(await node(["require.cjs"], service)).toBe("200 { status: 'UP' }\n")
})

it("would not be, if a module of it awaited at its top", async () => {
  writeFileSync(join(service, "awaits.mjs"), "export const late = await Promise.resolve(1)")
  writeFileSync(join(service, "awaits.cjs"), 'require("./awaits.mjs")')
  await expect(node(["awaits.cjs"], service)).rejects.toThrow("ERR_REQUIRE_ASYNC_MODULE")
})
