/**
 * Effect, in the one copy that all packages of Countersign share. An adapter that imports it from here works with the
 * services, fibers and schemas of core beside any other version in the application.
 */

export * from "effect"
