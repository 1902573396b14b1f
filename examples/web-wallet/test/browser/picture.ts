import { mkdir, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { expect } from "vitest"

/**
 * Takes a picture for the documents. It is written with PICTURES=1 alone, so that a test run leaves the tree as it was;
 * without it, it still has to be a picture of something.
 */
export const picture = async (page: Page, name: string): Promise<void> => {
  const png = await page.screenshot({ animations: "disabled" })
  // PNG, section 11.2.2: the width stands in the first chunk.
  const { width } = page.viewportSize() ?? { width: 0 }
  expect([png.readUInt32BE(16), png.length > PLAIN]).toEqual([width, true])
  if (process.env.PICTURES !== "1") return
  const folder = fileURLToPath(new URL("../../../../docs/pictures/", import.meta.url))
  await mkdir(folder, { recursive: true })
  await writeFile(`${folder}${name}.png`, png)
}

/** A page of one colour is smaller than this by far. */
const PLAIN = 15_000
