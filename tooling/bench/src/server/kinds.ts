import type { KindName, ServerKind } from "./ServerSpec.ts"

/** Every kind of server, loaded when it is started: no kind's process loads another's modules. */
export const kinds: Readonly<Record<KindName, () => Promise<ServerKind>>> = {
  floor: () => import("../floor/start.ts"),
  ours: () => import("../ours/start.ts"),
  "better-auth": () => import("../peers/betterAuth/start.ts"),
  "oidc-provider": () => import("../peers/oidcProvider/start.ts")
}
