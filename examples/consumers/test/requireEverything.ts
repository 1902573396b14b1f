import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { entries } from "./entries.ts"

/** Writes a CommonJS program that requires every entry point and makes a call. Returns the required specifiers. */
export const requireEverything = (service: string): ReadonlyArray<string> => {
  const required = entries(service).filter((entry) => !PROGRAMS.includes(entry))
  // A module with top-level await cannot be required: Node.js throws ERR_REQUIRE_ASYNC_MODULE.
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
  return required
}

// The entry point of the command line: it runs when it is loaded.
const PROGRAMS = ["@countersign/cli/main"]
