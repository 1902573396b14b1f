import type { NextConfig } from "next"

const config: NextConfig = {
  distDir: "dist/next",
  poweredByHeader: false,
  // Loaded from node_modules as they are.
  serverExternalPackages: ["countersign", "@countersign/postgres", "@countersign/smtp", "pg"]
}

export default config
