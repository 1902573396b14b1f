import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { requireEverything } from "./requireEverything.ts"
import { installedService } from "./service.ts"
import { node } from "./shell.ts"

const service = await installedService()

it("loads every entry point with CommonJS require, and answers a call", async () => {
  expect(requireEverything(service).length).toBeGreaterThan(20)
  expect(await node(["require.cjs"], service)).toBe("200 { status: 'UP' }\n")
})

it("fails to load a module with top-level await", async () => {
  writeFileSync(join(service, "awaits.mjs"), "export const late = await Promise.resolve(1)")
  writeFileSync(join(service, "awaits.cjs"), 'require("./awaits.mjs")')
  await expect(node(["awaits.cjs"], service)).rejects.toThrow("ERR_REQUIRE_ASYNC_MODULE")
})
