export { makeMemoryStore, memoryStore } from "./memoryStore.ts"
export { memoryThrottle } from "./memoryThrottle.ts"
