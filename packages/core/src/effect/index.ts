/**
 * Effect, in the one copy that all packages of Countersign share. Whatever version the application has at its root, an
 * adapter that imports from here works with the same fibers, services and schemas as core.
 */

export * from "effect"
