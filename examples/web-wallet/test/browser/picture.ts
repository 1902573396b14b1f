import { mkdir, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { paletted } from "./paletted.ts"

/**
 * Takes a screenshot for the documentation. The file is written only with PICTURES=1, so a test run does not change the
 * working tree. Without it, the screenshot must still have content.
 */
export const picture = async (page: Page, name: string): Promise<void> => {
  const png = await page.screenshot({ animations: "disabled", caret: "initial" })
  // PNG, section 11.2.2: the first chunk contains the width.
  const { width } = page.viewportSize() ?? { width: 0 }
  expect([png.readUInt32BE(16), png.length > PLAIN]).toEqual([width, true])
  if (process.env.PICTURES !== "1") return
  const folder = fileURLToPath(new URL("../../../../docs/pictures/", import.meta.url))
  await mkdir(folder, { recursive: true })
  await writeFile(`${folder}${name}.png`, paletted(png))
}

/** A blank page compresses to far less than this many bytes. */
const PLAIN = 15_000
