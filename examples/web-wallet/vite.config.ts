import { fileURLToPath } from "node:url"
import { defaultClientConditions, defineConfig } from "vite"

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  // The page is found wherever it is mounted.
  base: "./",
  resolve: { conditions: ["source", ...defaultClientConditions] },
  // Beside what tsc writes, which keeps `dist/page` for the types of the page's modules.
  build: { outDir: "dist/site", target: "es2023", modulePreload: { polyfill: false } }
})
