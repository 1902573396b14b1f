import { fileURLToPath } from "node:url"
import { defaultClientConditions, defineConfig } from "vite"

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

export default defineConfig({
  root: here("."),
  // The page is found wherever it is mounted.
  base: "./",
  resolve: { conditions: ["source", ...defaultClientConditions] },
  build: {
    // Beside what tsc writes, which keeps `dist/page` for the types of the page's modules.
    outDir: "dist/site",
    target: "es2023",
    modulePreload: { polyfill: false },
    rolldownOptions: { input: [here("index.html"), here("signed-in.html")] }
  }
})
