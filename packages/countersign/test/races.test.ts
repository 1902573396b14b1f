import { afterAll } from "vitest"
import { credentialRaces } from "./stories/credentialRaces.ts"
import { requestRaces } from "./stories/requestRaces.ts"
import { makeWorld } from "./world.ts"

/** A quicker look is `ROUNDS=20`. */
const rounds = (usual: number) => Number(process.env.ROUNDS ?? usual)

const world = makeWorld()
afterAll(() => world.countersign.close())

requestRaces("memory", () => world, rounds(1000))
credentialRaces("memory", () => world, rounds(500))
