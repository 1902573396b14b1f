import type { NextConfig } from "next"

const config: NextConfig = {
  distDir: "dist/next",
  poweredByHeader: false,
  // Next's own scripts are inline, so a policy for scripts needs a nonce for each response: see its guide.
  headers: async () => [
    {
      source: "/:path*",
      headers: [
        { key: "content-security-policy", value: "frame-ancestors 'none'; base-uri 'none'; form-action 'self'" },
        { key: "x-content-type-options", value: "nosniff" }
      ]
    }
  ],
  // Loaded from node_modules as they are.
  serverExternalPackages: ["countersign", "@countersign/postgres", "@countersign/smtp", "pg"]
}

export default config
