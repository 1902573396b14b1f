import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "vite"

/** Builds the page with `vite build` into a temporary folder. */
export const buildPage = async () => {
  const folder = await mkdtemp(join(tmpdir(), "countersign-page-"))
  const built = await build({
    configFile: fileURLToPath(new URL("../vite.config.ts", import.meta.url)),
    configLoader: "runner",
    logLevel: "error",
    build: { outDir: folder, emptyOutDir: true }
  })
  if (!("output" in built)) throw new Error("One page has one output")
  const chunks = built.output.filter((file) => file.type === "chunk")
  return { folder, chunks, remove: () => rm(folder, { recursive: true, force: true }) }
}
