// The process of the run's browser. It unpacks the Chromium of the npm package into TMPDIR, starts it, and sends the
// address at which tests connect. A process of its own, because the package reads and writes the environment.
import { writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chromium as engine } from "playwright-core"

// Fontconfig looks into the folders of a folder, so it finds the fonts of the package, which are unpacked there later.
// Without them no text has a width, and a page that overflows would look as if it did not.
const folder = tmpdir()
await writeFile(
  join(folder, "fonts.conf"),
  `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>
`
)
process.env.FONTCONFIG_PATH = folder
// The package brings the shared libraries of the browser along where it detects AWS.
process.env.AWS_LAMBDA_JS_RUNTIME = "nodejs20.x"
const { default: chromium } = await import("@sparticuz/chromium")

// One process cannot reload a page, and tests about origins need the rules that a browser has by default.
const UNWANTED = new Set([
  "--single-process",
  "--disable-web-security",
  "--allow-running-insecure-content",
  "--disable-site-isolation-trials"
])

// Pages are drawn by the renderer, not by an emulated graphics card.
const DRAWN = ["--disable-gpu", "--disable-gpu-compositing", "--disable-software-rasterizer"]

const server = await engine.launchServer({
  executablePath: await chromium.executablePath(),
  args: [...chromium.args.filter((each) => !UNWANTED.has(each)), ...DRAWN],
  headless: true
})
process.send(server.wsEndpoint())
process.once("disconnect", async () => {
  await server.close()
  process.exit(0)
})
