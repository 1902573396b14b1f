import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { createClient } from "@hey-api/openapi-ts"
import { build } from "esbuild"
import { expect, it } from "vitest"
import { compile } from "./compile.ts"
import { root } from "./pages.ts"
import { ownService } from "./service.ts"
import { node } from "./shell.ts"

const service = await ownService()
const document = `${root}docs/generated/openapi.json`
const program = join(service, "call.ts")

it("generates clients with two generators: both compile, and one calls the service", {
  timeout: 600_000
}, async () => {
  const openapiTypescript = fileURLToPath(new URL("bin/cli.js", import.meta.resolve("openapi-typescript/package.json")))
  await node([openapiTypescript, document, "-o", join(service, "schema.d.ts")], root)
  await createClient({
    input: document,
    output: join(service, "generated"),
    plugins: ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"],
    logs: { level: "silent" }
  })
  copyFileSync(fileURLToPath(new URL("../programs/call.ts", import.meta.url)), program)

  const compiler = `${root}node_modules/typescript/bin/tsc`
  const complaints = await compile(compiler, service, "bundler", "--typeRoots", "none", "--skipLibCheck", "call.ts")
  expect(complaints).toBe("")

  await build({
    entryPoints: [program],
    outfile: join(service, "call.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external"
  })
  // Beside the lines that the log of the service writes, one JSON object each.
  const printed = (await node(["call.mjs"], service)).replaceAll(/^\{"message":.*\n/gmu, "")
  expect(printed).toBe("[ 'INDIVIDUAL' ]\ntrue 404\n")
})
