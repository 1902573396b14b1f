import { copyFileSync, mkdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { beforeAll, describe, expect, it } from "vitest"
import { requireEverything } from "./requireEverything.ts"
import { installedService } from "./service.ts"
import { shell } from "./shell.ts"

// Each runtime is a binary of about 100 MB, so it is not a dependency.
const runtimes = { bun: "bun@1.4.5", deno: "deno@2.9.6", node22: "node@22.23.3", node24: "node@24.21.0" }

const service = await installedService()
const tools = join(dirname(service), "runtimes")
const program = (name: string) => join(service, name)
const binary = (name: string) => join(tools, name, "node_modules/.bin", name.replace(/\d+$/u, ""))

beforeAll(async () => {
  for (const [name, wanted] of Object.entries(runtimes)) {
    mkdirSync(join(tools, name), { recursive: true })
    await shell(`npm install ${wanted}`, join(tools, name))
  }
  copyFileSync(fileURLToPath(new URL("../programs/serve.mjs", import.meta.url)), program("serve.mjs"))
  requireEverything(service)
}, 600_000)

const SIGNED_IN = "1 customer true\nEMAIL_OTP 1 active session\n"

describe("the web handler on the server of another runtime", () => {
  it("lists customers and signs a user in on Bun", async () => {
    expect(await shell(`${binary("bun")} serve.mjs`, service)).toBe(SIGNED_IN)
  })

  it("lists customers and signs a user in on Deno", async () => {
    expect(await shell(`${binary("deno")} run --allow-all serve.mjs`, service)).toBe(SIGNED_IN)
  })
})

it.each(["node22", "node24"])("loads every entry point by CommonJS require on %s, and answers", async (name) => {
  expect(await shell(`${binary(name)} require.cjs`, service)).toBe("200 { status: 'UP' }\n")
})
