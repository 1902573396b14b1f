import { fileURLToPath } from "node:url"
import { defaultClientConditions, defineConfig } from "vite"

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

export default defineConfig({
  root: here("."),
  // Relative URLs, so the page works under any mount path.
  base: "./",
  resolve: { conditions: ["source", ...defaultClientConditions] },
  build: {
    target: "es2023",
    modulePreload: { polyfill: false },
    rolldownOptions: { input: [here("index.html"), here("signed-in.html"), here("operator.html")] }
  }
})
