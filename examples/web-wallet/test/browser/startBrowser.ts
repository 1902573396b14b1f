import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startChromium } from "@countersign/harness/browser/chromium"

/**
 * Chromium with the fonts of its npm package. The package looks for them in /tmp alone; without them no text has a width,
 * and a page that overflows would look as if it did not.
 */
export const startBrowser = async () => {
  const folder = await mkdtemp(join(tmpdir(), "countersign-wallet-"))
  const before = process.env.TMPDIR
  await writeFile(join(folder, "fonts.conf"), fontsIn(folder))
  Object.assign(process.env, { TMPDIR: folder, FONTCONFIG_PATH: folder })
  const cleared = async () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const { browser, close } = await startChromium()
    return { browser, close: () => close().finally(cleared) }
  } catch (error) {
    await cleared()
    throw error
  }
}

// Fontconfig looks into the folders of a folder, so it finds what is unpacked there later.
const fontsIn = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>
`
