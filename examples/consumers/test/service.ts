import { existsSync, mkdtempSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { inject, vi } from "vitest"
import { shell } from "./shell.ts"

/** The file beside the service that the global setup writes when the packages are installed. */
export const INSTALLED = "installed"
/** The file that it writes instead when that failed. */
export const FAILED = "failed"

/** The file with what npm wrote to stderr while a reader of the tutorial installed. */
export const WARNINGS = "warnings"

/** Waits until the packages are installed. Returns the folder of them all, which no test changes. */
export const installedService = (): Promise<string> => readyFolder("service")

/** Waits as well. Returns the folder of a reader who followed the installation of the tutorial. */
export const installedHost = (): Promise<string> => readyFolder("host")

const readyFolder = async (name: "service" | "host"): Promise<string> => {
  const folder = inject(name)
  const failed = join(folder, "..", FAILED)
  const ended = [failed, join(folder, "..", INSTALLED)]
  await vi.waitUntil(() => ended.some((file) => existsSync(file)), { timeout: 900_000 })
  if (existsSync(failed)) throw new Error(readFileSync(failed, "utf8"))
  return folder
}

/** A copy of the folder, for tests that install more into it or change a file. It is beside it, as the tarballs are. */
export const ownService = async (): Promise<string> => {
  const from = await installedService()
  const folder = mkdtempSync(join(dirname(from), "service-"))
  await shell(`cp -a "${from}/." "${folder}"`, from)
  return folder
}
