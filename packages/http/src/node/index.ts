export { type NodeBridgeOptions, nodeBridge, type Servable } from "./bridge.ts"
export { type NodeGuardable, nodeGuard } from "./guard.ts"
export type { NodeRequest } from "./request.ts"
