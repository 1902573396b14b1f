import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, inject, it } from "vitest"
import { entries } from "./entries.ts"
import { node } from "./shell.ts"

const service = inject("service")
// This one is the command itself: it runs when it is read.
const programs = ["@countersign/cli/main"]

it("is required by CommonJS, every entry point, and answers", async () => {
  const required = entries(service).filter((entry) => !programs.includes(entry))
  expect(required.length).toBeGreaterThan(20)
  // A module that awaits at its top cannot be required: Node throws ERR_REQUIRE_ASYNC_MODULE.
  const program = `
    for (const entry of ${JSON.stringify(required)}) require(entry)
    const { createClient } = require("@countersign/client")
    const { createCountersign } = require("countersign")
    const countersign = createCountersign()
    createClient({ baseUrl: "http://localhost", bundleSigner: countersign.bundleSigner })
    countersign.handler(new Request("http://localhost/health/ready")).then(async (response) => {
      console.log(response.status, await response.json())
      await countersign.close()
    })
  `
  writeFileSync(join(service, "require.cjs"), program)
  expect((await node(["require.cjs"], service)).trim()).toBe("200 { status: 'UP' }")
})
