import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { root, step } from "./pages.ts"
import { FAILED, INSTALLED, WARNINGS } from "./service.ts"
import { shell } from "./shell.ts"

const TUTORIAL = "docs/tutorial.md"

/**
 * Packs the packages and installs them into two folders, once for all tests: what the tutorial installs, and everything.
 * The run does not wait for it: `installedHost()` and `installedService()` do.
 */
export const setup = async ({ provide }: TestProject) => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-consumers-"))
  const packed = join(folder, "packed")
  const service = join(folder, "service")
  const host = join(folder, "host")
  const everything = `npm run pack -- ${packed} && mkdir ${service} && cd ${service} && npm install ${packed}/*.tgz @types/react@19.3.0`
  const followed = [step(TUTORIAL, "pack"), step(TUTORIAL, "express")]
    .join("\n")
    // The gate has already built the packages, and other tests read the build at the same time.
    .replace("npm run build && ", "")
    .replaceAll("../packed", `${folder}/host-packed`)
    .replaceAll("../your-service", host)
  const installed = shell(everything, root)
    .then(() => shell(`exec 2> ${join(folder, WARNINGS)}\n${followed}`, root))
    .then(
      () => writeFileSync(join(folder, INSTALLED), ""),
      (error) => writeFileSync(join(folder, FAILED), String(error))
    )
  provide("packed", packed)
  provide("service", service)
  provide("host", host)
  return async () => {
    await installed
    rmSync(folder, { recursive: true })
  }
}

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the tarballs. */
    packed: string
    /** The folder that all tarballs are installed in. See `installedService()`. */
    service: string
    /** The folder of a reader of the tutorial. See `installedHost()`. */
    host: string
  }
}
