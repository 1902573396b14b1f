import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { expect, it } from "vitest"
import * as server from "../src/index.ts"

/** A page that imports the package, as a browser bundler builds it. */
const page = async (contents: string) => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL("..", import.meta.url)) },
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false
  })
  return outputFiles[0]?.text ?? ""
}

it("a page that imports the server package throws an error that names the client package, whatever it imports", async () => {
  const names = Object.keys(server)
  expect(names).toContain("createCountersign")
  const text = await page(`import { ${names.join(", ")} } from "countersign"; console.log(${names.join(", ")})`)
  await expect(import(`data:text/javascript,${encodeURIComponent(text)}`)).rejects.toThrow(
    "countersign uses the platform's secrets and runs on its server only. In a browser use createClient of @countersign/client."
  )
  expect(text.length).toBeLessThan(2000)
})
