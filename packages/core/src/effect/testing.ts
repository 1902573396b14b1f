/** `effect/testing`, in the copy of Effect that all packages of Countersign share. */

export * from "effect/testing"
