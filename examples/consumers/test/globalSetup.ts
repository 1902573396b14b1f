import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { root, step } from "./pages.ts"
import { FAILED, INSTALLED } from "./service.ts"
import { shell } from "./shell.ts"

const TUTORIAL = "docs/tutorial.md"

/**
 * Follows the tutorial from an empty folder once for all tests: packs the packages and installs the tarballs. The run does not
 * wait for it: `installedService()` does.
 */
export const setup = async ({ provide }: TestProject) => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-consumers-"))
  const packed = join(folder, "packed")
  const service = join(folder, "your-service")
  const commands = step(TUTORIAL, "pack").replaceAll("../packed", packed).replaceAll("../your-service", service)
  // The gate has already built the packages, and other tests read the build at the same time.
  const installed = shell(commands.replace("npm run build && ", ""), root).then(
    () => writeFileSync(join(folder, INSTALLED), ""),
    (error) => writeFileSync(join(folder, FAILED), String(error))
  )
  provide("packed", packed)
  provide("service", service)
  return async () => {
    await installed
    rmSync(folder, { recursive: true })
  }
}

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the tarballs. */
    packed: string
    /** The folder that the tarballs are installed in. The tutorial calls it your service. See `installedService()`. */
    service: string
  }
}
