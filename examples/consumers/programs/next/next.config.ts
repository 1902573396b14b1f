import type { NextConfig } from "next"

// Loaded from node_modules as it is: bundling it takes longer.
const config: NextConfig = { serverExternalPackages: ["countersign"] }

export default config
