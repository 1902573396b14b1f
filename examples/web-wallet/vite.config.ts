import { fileURLToPath } from "node:url"
import { defaultClientConditions, defineConfig } from "vite"

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

export default defineConfig({
  root: here("."),
  // Relative URLs, so the page works under any mount path.
  base: "./",
  // Also in a test runner, whose NODE_ENV selects the build of React for developers.
  define: { "process.env.NODE_ENV": '"production"' },
  oxc: { jsx: { runtime: "automatic", development: false } },
  resolve: { conditions: ["source", ...defaultClientConditions] },
  build: {
    target: "es2023",
    modulePreload: { polyfill: false },
    rolldownOptions: { input: [here("index.html"), here("signed-in.html"), here("operator.html")] }
  }
})
