import type { KindName, Running, ServerSpec } from "./ServerSpec.ts"

type Start = (spec: ServerSpec) => Promise<Running>

/** Every kind of server, imported lazily, so that a process loads only the modules of its own kind. */
export const kinds: Readonly<Record<KindName, () => Promise<{ readonly start: Start }>>> = {
  floor: () => import("../floor/start.ts"),
  ours: () => import("../ours/start.ts"),
  "better-auth": () => import("../betterAuth/start.ts")
}
