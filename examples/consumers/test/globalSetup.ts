import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { root, step } from "./pages.ts"
import { shell } from "./shell.ts"

/** Follows the README from an empty folder once for all tests: packs the packages and installs the tarballs. */
export const setup = async ({ provide }: TestProject) => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-consumers-"))
  const packed = join(folder, "packed")
  const service = join(folder, "your-service")
  const commands = step("README.md", "pack").replaceAll("../packed", packed).replaceAll("../your-service", service)
  // The gate has already built the packages, and other tests read the build at the same time.
  await shell(commands.replace("npm run build && ", ""), root)
  provide("packed", packed)
  provide("service", service)
  return () => rmSync(folder, { recursive: true })
}

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the tarballs. */
    packed: string
    /** The folder that the tarballs are installed in. The README calls it your service. */
    service: string
  }
}
