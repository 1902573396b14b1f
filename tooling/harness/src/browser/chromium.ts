import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Browser, chromium as engine } from "playwright-core"

/**
 * Starts the Chromium of the npm package, which unpacks itself, on the shared libraries it brings: a machine needs no
 * browser and no package of its distribution. Throws where it does not start: without a browser the stories prove nothing.
 */
export const startChromium = async () => {
  const folder = await mkdtemp(join(tmpdir(), "countersign-chromium-"))
  const cleared = () => rm(folder, { recursive: true, force: true })
  try {
    const browser = await launched(folder)
    return { browser, close: () => browser.close().finally(cleared) }
  } catch (cause) {
    await cleared()
    throw new Error("Chromium does not start, so nothing about passkeys was tried", { cause })
  }
}

const launched = async (folder: string): Promise<Browser> => {
  // The package unpacks into TMPDIR, and brings its libraries along where it believes to be on AWS.
  Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: "nodejs20.x" })
  const { default: chromium } = await import("@sparticuz/chromium")
  const executablePath = await chromium.executablePath()
  const args = [...chromium.args.filter((each) => !UNWANTED.has(each)), "--disable-gpu"]
  return engine.launch({ executablePath, args, headless: true })
}

/** One process cannot reload a page, and stories about origins want the browser's own rules for them. */
const UNWANTED = new Set([
  "--single-process",
  "--disable-web-security",
  "--allow-running-insecure-content",
  "--disable-site-isolation-trials"
])
