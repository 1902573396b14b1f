export { makeMemoryStore, makeSerializedMemoryStore, memoryStore, serializedMemoryStore } from "./memoryStore.ts"
export { memoryThrottle } from "./memoryThrottle.ts"
