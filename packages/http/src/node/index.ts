export { type NodeBridgeOptions, type NodeGuardable, nodeBridge, nodeGuard, type Servable } from "./bridge.ts"
export type { NodeRequest } from "./request.ts"
