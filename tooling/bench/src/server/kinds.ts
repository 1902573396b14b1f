import type { KindName, ServerKind } from "./ServerSpec.ts"

/** Every kind of server, imported lazily, so that a process loads only the modules of its own kind. */
export const kinds: Readonly<Record<KindName, () => Promise<ServerKind>>> = {
  floor: () => import("../floor/start.ts"),
  ours: () => import("../ours/start.ts"),
  "better-auth": () => import("../peers/betterAuth/start.ts"),
  "oidc-provider": () => import("../peers/oidcProvider/start.ts")
}
