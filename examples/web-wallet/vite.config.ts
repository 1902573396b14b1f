import { fileURLToPath } from "node:url"
import { defaultClientConditions, defineConfig } from "vite"

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

const SHARED =
  /src\/page\/(calls|credentialNames|explained|json|money|statusName|time)\.ts|words\/translate\.ts|client\/src\/errors\.ts|react\/src\/(explain|languages\/(enErrors|languageOf))\.ts|account-types\/src\/visible\.ts|preload-helper/u

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
    rolldownOptions: {
      input: [here("index.html"), here("signed-in.html"), here("operator.html")],
      // The modules that both pages use are one file: small files compress badly.
      output: { codeSplitting: { groups: [{ name: "shared", test: SHARED }] } }
    }
  }
})
